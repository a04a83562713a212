/// Sources that can be read only once: standard input, and pipes that are named as files.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>

namespace warpsmith::tool {

class PipedSources {
public:
  /// The name of a source from now on: `-` becomes `inputName`. A pipe is read here. Fails where
  /// there is no such file.
  llvm::Expected<std::string> open(const std::string &source, const std::string &inputName);

  /// A source that is no file at all.
  void add(const std::string &name, std::string text) { texts[name] = std::move(text); }

  bool contains(const std::string &name) const { return texts.contains(name); }

  /// What was read lies over the files below.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  over(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below) const;

private:
  std::map<std::string, std::string> texts; ///< by name
};

} // namespace warpsmith::tool
