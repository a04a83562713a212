/// Launches that Clang, after an error, has not read as launches, and that the text alone gives.
#pragma once

#include "rewriter/frontend/clang/TranslationUnit.h"
#include "rewriter/frontend/clang/UserMacros.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// A kernel as the text names it.
struct NamedKernel {
  std::string name;
  std::string scope;                  ///< the innermost namespace around it; empty in none
  std::set<unsigned> declarations;    ///< where its declarations write its name
  const UserMacros *macros = nullptr; ///< some of which may stand for `__device__`
};

/// Statements `kernel<<<...>>>(...);` of the main file that can be edited although Clang has not
/// understood them. That needs a name which means nothing else in the file, code of the host, no
/// macro around it, and no conditional directive. None where one of the first does not hold.
std::vector<LaunchSyntax> launchesByText(llvm::StringRef text, const NamedKernel &kernel);

/// Whether `launch`, whose arguments Clang has not understood, has as many in its configuration as
/// Clang has counted there.
bool countsAlike(llvm::StringRef text, const LaunchSyntax &launch);

} // namespace warpsmith::frontend
