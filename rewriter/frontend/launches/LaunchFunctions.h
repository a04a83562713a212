/// Functions of the host that launch a kernel with their own parameters. Whoever calls one needs
/// not know the grid, the block, or what else the kernel wants of its launch.
#pragma once

#include "rewriter/frontend/clang/TranslationUnit.h"
#include "rewriter/frontend/launches/LaunchSites.h"

namespace warpsmith::frontend {

/// The canonical types of a function's parameters, as C++.
std::vector<std::string> parameterTypes(const clang::FunctionDecl &function);

/// Those of a kernel, or of an instance of a template, in the order of their launches. A function
/// counts if each argument of the kernel is one of its parameters, and all others have a default or
/// are streams.
std::vector<LaunchFunction> launchFunctions(const std::vector<LaunchSite> &launches,
                                            const clang::FunctionDecl &kernel);

/// The function that an earlier run has written to launch a kernel in its rewritten form; nothing
/// for another function of that name, and for a template.
std::optional<LaunchFunction> generatedLaunch(const clang::FunctionDecl &function);

} // namespace warpsmith::frontend
