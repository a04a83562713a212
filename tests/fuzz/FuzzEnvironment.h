/// Where the text under test lies, and what it can include.
#pragma once

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <string>

namespace warpsmith::fuzz {

/// The tool's own environment for CUDA, with what it includes by itself precompiled: of a parse
/// that begins with text, 9 parts of 10 would go into the same headers each time.
class FuzzEnvironment {
public:
  FuzzEnvironment();

  /// The path at which `sourceFiles` shows the text.
  static const char *path();
  /// The text, the headers of the source tree and those of the machine; nothing else of the disk.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> sourceFiles(llvm::StringRef text) const;
  std::shared_ptr<const clang::tooling::CompilationDatabase> compilations() const {
    return database;
  }

private:
  std::string precompiled;
  std::shared_ptr<const clang::tooling::CompilationDatabase> database;
};

} // namespace warpsmith::fuzz
