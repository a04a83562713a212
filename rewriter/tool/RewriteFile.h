/// Source files, and headers that they share, through the whole rewriter: parse, analyse, schedule,
/// print, edit.
#pragma once

#include "rewriter/tool/Options.h"
#include "rewriter/tool/Remark.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <set>
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
  bool parsed = false;       ///< false after errors, which `messages` tells
  bool wrongCommand = false; ///< the errors are those of its compile command
  bool broken = false;       ///< a kernel has an error of syntax
  bool matched = false;      ///< some kernel was asked for
  /// Of a source: the headers that it includes and that are rewritten, by number in the result. It
  /// is written with all of them or not at all. Of a header: the sources that include it.
  std::set<size_t> together;
  std::string messages;                ///< for standard error, before the remarks
  std::set<std::string> headers;       ///< of the user's, that a source includes: real paths
  std::set<std::string> sharedHeaders; ///< device headers that it includes, or its companion holds
  /// Below the folder of --out-dir, where other files have to find it there. Else empty.
  std::string place;
};

/// Makes the file system of one parse; several are used at a time, each by one thread.
using FileSystems = std::function<llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>()>;

/// The jobs' sources in their order, then the headers that --header-filter has found something in
/// to rewrite. Several are worked on at a time; nothing but the result is touched. Sources and
/// headers are read from `files`.
std::vector<RewrittenFile> rewriteFiles(
    const std::vector<Job> &jobs, unsigned threads,
    FileSystems files = [] { return llvm::vfs::createPhysicalFileSystem(); });

/// The jobs' sources without the code that an earlier call has generated, then the headers of
/// --header-filter that held some.
std::vector<RewrittenFile> revertFiles(
    const std::vector<Job> &jobs,
    const FileSystems &files = [] { return llvm::vfs::createPhysicalFileSystem(); });

} // namespace warpsmith::tool
