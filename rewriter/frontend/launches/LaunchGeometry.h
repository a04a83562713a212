/// The shape of a launch's blocks and their dynamic shared memory, where the source gives them by
/// constants.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace warpsmith::frontend {

/// What stands between `<<<` and `>>>`, as a call with the grid and the block at least; null where
/// an error has left something else.
const clang::CallExpr *configurationOf(const clang::CUDAKernelCallExpr &launch);

/// Threads in x, y and z of `dim3(16, 16)`, of a number, or of a variable that is one of these
/// where the host launches the kernel, or starts as one. A hint for whoever launches the kernel as
/// its file does, not a fact to rest on: the variable may have been changed since.
std::optional<BlockShape> blockShape(const clang::CUDAKernelCallExpr &launch,
                                     const clang::FunctionDecl *host,
                                     const clang::ASTContext &context);

/// As much a hint.
std::optional<int64_t> sharedBytes(const clang::CUDAKernelCallExpr &launch,
                                   const clang::ASTContext &context);

} // namespace warpsmith::frontend
