/// Compiles a program that includes a user's file for the emulator, also where the file needs
/// headers that are not there.
#pragma once

#include "rewriter/process/ChildProcess.h"
#include <map>
#include <string>
#include <vector>

namespace warpsmith::tool {

class EmulatorBuild {
public:
  /// Where warpsmith-emulate is: beside this program, or in PATH. Empty where it is in neither.
  static std::string findCompiler();

  /// Compiles `source` to `program`; both lie in `folder`, and so does what this writes.
  EmulatorBuild(std::string folder, const std::string &source, const std::string &program,
                const std::vector<std::string> &flags);

  process::Outcome compile() const;
  /// Whether text compiles by itself as a file of `place`, a folder. `name` is what the compiler's
  /// messages call it.
  bool compilesAlone(const std::string &text, const std::string &name,
                     const std::string &place) const;
  /// Compiles again with declarations for libraries, and without the parts of these files that
  /// have errors: what kernels do not need goes, such as a function that calls one of a missing
  /// header.
  bool compileReduced(std::map<std::string, std::string> texts);
  /// Of the compiler, at its last run.
  std::string messages() const;
  /// Why nothing can be compiled here, if that is how it ended; else empty.
  std::string obstacle(const process::Outcome &outcome) const;

private:
  std::string inFolder(const std::string &name) const { return folder + "/" + name; }
  process::Outcome compile(const std::vector<std::string> &command) const;
  bool addLibraries();
  bool reduce(std::map<std::string, std::string> &texts) const;

  std::string folder;
  std::vector<std::string> command;
};

} // namespace warpsmith::tool
