/// CUDA's own indices and sizes of threads and blocks.
#pragma once

#include "clang/AST/Expr.h"
#include <optional>
#include <string>

namespace warpsmith::frontend {

/// `threadIdx.x` and its kin, which Clang models as a property of a builtin variable, and what
/// cooperative groups say of a block; nothing for any other expression.
std::optional<std::string> builtinIndex(const clang::Expr *expression);

/// The name is that of one of CUDA's own variables, `blockDim` or `warpSize`.
bool isBuiltinName(llvm::StringRef name);

} // namespace warpsmith::frontend
