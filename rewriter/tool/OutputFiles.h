/// The files that a call reads and writes: no two results are one file, and none is an input.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace warpsmith::tool {

class OutputFiles {
public:
  /// Fails where the file is one that is written. `what` is how a message names it: "the source".
  llvm::Error read(llvm::StringRef path, const std::string &what);
  bool reads(llvm::StringRef path) const { return inputs.contains(identity(path)); }

  /// Fails where the file is one that is read or is written already, however both are spelled, and
  /// where it cannot be written. `option` is the flag that names it. Pipes and devices may be named
  /// several times.
  llvm::Error write(llvm::StringRef path, const std::string &option, bool makesFolders = false);

private:
  struct Known {
    std::string path, what; ///< as the user spelled it, and the flag or the kind of input
  };
  static std::string identity(llvm::StringRef path);
  static llvm::Error overwrites(const Known &input, const std::string &option);

  std::map<std::string, Known> inputs, outputs; ///< by identity
};

} // namespace warpsmith::tool
