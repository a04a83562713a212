/// Matrices as cuda::std::mdspan.
#pragma once

#include "clang/AST/Expr.h"

namespace warpsmith::frontend {

/// `a.extent(0)`, `a.stride(1)`, `a.data_handle()`: what is known of a matrix without its elements.
bool asksMdspan(const clang::CallExpr &call);

} // namespace warpsmith::frontend
