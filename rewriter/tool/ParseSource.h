/// A source under each of its compile commands.
#pragma once

#include "rewriter/frontend/Frontend.h"
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

/// Parses a source, read from `files`, into `unit`: what holds under each of its commands. False
/// after errors that are in the way; `messages` has these, and warnings for the others.
bool parse(const std::string &source, const Options &options,
           const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files,
           frontend::TranslationUnit &unit, llvm::raw_ostream &messages);

} // namespace warpsmith::tool
