/// What a command of nvcc's compiles, and where what it writes goes.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::nvcc {

struct CompileCommand {
  std::vector<std::string> launcher;  ///< the compiler, and programs before it such as ccache
  std::vector<std::string> arguments; ///< of the compiler, as given
  std::vector<std::string> expanded;  ///< with what response files hold in their place

  std::vector<std::string> sources; ///< CUDA files, as they are spelled
  std::vector<std::string> folders; ///< of -I and -isystem, in their order
  std::string output;               ///< of -o; or empty
  std::string dependencies;         ///< the file that dependencies are written to; or empty
  /// Something is compiled. Not so where nvcc only links, lists, preprocesses or tells.
  bool compiles = true;
};

CompileCommand readCommand(std::vector<std::string> launcher, std::vector<std::string> arguments);

/// The arguments with another source. Where a response file names the source, a changed copy of
/// that goes to the folder. Nothing where the source cannot be replaced safely.
std::optional<std::vector<std::string>> withSource(const CompileCommand &command,
                                                   const std::string &source,
                                                   const std::string &replacement,
                                                   const std::string &folder);

} // namespace warpsmith::nvcc
