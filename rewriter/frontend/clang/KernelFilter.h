/// Which kernels of a translation unit are asked for.
#pragma once

#include "rewriter/ir/FloatingPointFlags.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpsmith::frontend {

struct KernelFilter {
  std::string glob = "*"; ///< of the kernel's name
  /// First and last lines of the main file; a kernel must share one. Empty: all of it.
  std::vector<std::pair<unsigned, unsigned>> lines;
  std::string headers; ///< a regular expression: headers whose kernels are asked for too

  /// Kernels that nothing in the file launches are asked for too: for those who launch them.
  bool withoutLaunch = false;
  /// Kernels are to be compared, not rewritten: nothing is asked of their launches and of where
  /// generated code would stand. Those functions of the host are asked for too, and read as if one
  /// thread ran them.
  bool compares = false;
  std::set<std::string> functions = {};
  FloatingPointFlags flags = {}; ///< that the device's code is compiled with
  /// The value of __CUDA_ARCH__ in the user's files; 0 where they are the host's. With it, how the
  /// host's compilation has answered conditional directives, by their places.
  int architecture = 0;
  std::map<std::string, bool> hostBranches = {};

  /// `glob` and `headers` are valid: the command line has checked them.
  bool wants(const clang::FunctionDecl &kernel, const clang::SourceManager &sources) const;
  /// The same of a kernel in the main file that is known by its name alone, and the line of it.
  bool wants(llvm::StringRef name, unsigned line) const;
  /// The file of a location is a header that `headers` matches.
  bool wantsHeader(clang::SourceLocation location, const clang::SourceManager &sources) const;
};

} // namespace warpsmith::frontend
