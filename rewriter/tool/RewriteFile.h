/// One source file through the whole rewriter: parse, analyse, schedule, print, edit.
#pragma once

#include "rewriter/tool/Options.h"
#include "rewriter/tool/Remark.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

struct RewrittenFile {
  std::string source; ///< as given on the command line
  std::string before, after;
  clang::tooling::Replacements replacements;
  std::vector<Remark> remarks;
  std::string emitted; ///< for --emit and --explain
  /// --verify has found a rewritten kernel that computes something else, or was asked for and could
  /// not be done.
  bool wrong = false;
  bool parsed = false;  ///< false after errors, which `messages` tells
  std::string messages; ///< for standard error, before the remarks
};

/// Touches nothing but the result; several can run at a time. Reads from the disk.
RewrittenFile rewriteFile(const std::string &source, const Options &options);
/// The same for a source that lies in `files`, with the headers it includes.
RewrittenFile rewriteFile(const std::string &source, const Options &options,
                          const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files);

} // namespace warpsmith::tool
