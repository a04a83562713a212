/// The launches of a kernel in a translation unit.
#pragma once

#include "rewriter/frontend/clang/MacroArguments.h"
#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/clang/TranslationUnit.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <map>
#include <vector>

namespace warpsmith::frontend {

/// `kernel<<<...>>>(...)`, or `cudaLaunchKernel(kernel, ...)` with a kernel that the text names.
struct LaunchSite {
  const clang::CallExpr *call = nullptr;
  const clang::DeclRefExpr *kernel = nullptr; ///< null when another expression gives the kernel
  bool byPointers = false;                    ///< cudaLaunchKernel
  bool onDevice = false;                      ///< in code that runs on the GPU
  /// Of cudaLaunchKernel: the type of a function pointer chooses the template's instance.
  bool deduced = false;
  const clang::FunctionDecl *host = nullptr; ///< the function that launches; null outside of one
};

/// All launches, by the kernel's canonical declaration.
using LaunchMap = std::map<const clang::FunctionDecl *, std::vector<LaunchSite>>;
LaunchMap findLaunches(const clang::ASTContext &context);

/// The launch's byte ranges, or the reason why its text cannot be edited.
std::optional<LaunchSyntax> launchSyntax(const LaunchSite &launch, const clang::ASTContext &context,
                                         const MacroArguments &macroArguments, RefusalSink &refuse);

} // namespace warpsmith::frontend
