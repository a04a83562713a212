/// Names of libraries that come with the CUDA toolkit.
#pragma once

#include "clang/AST/Decl.h"

namespace warpsmith::frontend {

/// libcu++ declares it in its namespace `cuda`.
bool isOfLibcu(const clang::Decl &declaration);

} // namespace warpsmith::frontend
