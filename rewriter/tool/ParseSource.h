/// A source under each of its compile commands.
#pragma once

#include "rewriter/frontend/Frontend.h"
#include "rewriter/reach/ReachedCode.h"
#include "rewriter/tool/Options.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

/// As Clang names the main file.
std::string absolutePath(const std::string &source);

/// The commands of a file that differ in more than where the output goes.
std::vector<clang::tooling::CompileCommand> commandsOf(const std::string &source,
                                                       const Options &options);

enum class ParseResult {
  Done,
  Broken,      ///< done, but a kernel has an error of syntax, which nvcc finds as well
  Errors,      ///< that are in the way
  WrongCommand ///< a flag of the compile command is none
};

/// Parses a source, read from `files`, into `unit`: what holds under each of its commands.
/// `messages` has errors that are in the way, and warnings for the others.
ParseResult parse(const std::string &source, const Options &options,
                  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files,
                  frontend::TranslationUnit &unit, llvm::raw_ostream &messages);

/// Parses a source, in whose place and in that of its headers `files` has what they become, and
/// finds what the edits reach.
void followEdits(const std::string &source, const Options &options,
                 const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files,
                 reach::EditedFiles &edited);

} // namespace warpsmith::tool
