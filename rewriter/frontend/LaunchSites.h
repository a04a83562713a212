/// The launches of a kernel in a translation unit.
#pragma once

#include "rewriter/frontend/Frontend.h"
#include "rewriter/frontend/Refusal.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <map>
#include <vector>

namespace warpsmith::frontend {

/// All `<<<>>>` launches, by the kernel's canonical declaration.
using LaunchMap =
    std::map<const clang::FunctionDecl *, std::vector<const clang::CUDAKernelCallExpr *>>;
LaunchMap findLaunches(const clang::ASTContext &context);

/// The launch's byte ranges, or the reason why its text cannot be edited.
std::optional<LaunchSyntax> launchSyntax(const clang::CUDAKernelCallExpr &launch,
                                         const clang::ASTContext &context, RefusalSink &refuse);

} // namespace warpsmith::frontend
