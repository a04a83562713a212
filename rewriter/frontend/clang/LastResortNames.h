/// Names that are looked up where nothing else declares them: of earlier toolkits, and of NVIDIA's
/// samples. Their declarations are rewriter/headers/names.
#pragma once

#include "clang/Frontend/CompilerInstance.h"

namespace warpsmith::frontend {

/// Before the compiler parses. `withSamples`: also names that are no part of any toolkit.
void addLastResortNames(clang::CompilerInstance &compiler, bool withSamples);

} // namespace warpsmith::frontend
