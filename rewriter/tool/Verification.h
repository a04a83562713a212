/// Runs rewritten kernels against their originals in the emulator before a file is written.
#pragma once

#include "rewriter/verify/Driver.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::tool {

struct Verification {
  bool wrong = false; ///< some kernel computes something else: the file must not be written
  /// Something was not verified that a change of the file or of its flags could have verified.
  bool avoidable = false;
  std::vector<std::string> messages; ///< without the file's name: what is wrong, or not verified
  /// Shapes on which a kernel, or a case or an alternative of one, was the same as its original: of
  /// the one with the fewest, and of the one with the most.
  size_t fewestShapes = 0, mostShapes = 0;
  /// Those shapes, `45x37x29`, by kernel without its namespaces: of all its cases and alternatives.
  std::map<std::string, std::set<std::string>> shapes;

  /// `3 shapes`, or `2 to 5 shapes` where kernels were run on different numbers of them.
  std::string shapesText() const;
};

/// A source with its rewritten text, and how it is compiled.
struct VerifiedFile {
  std::string text, original;         ///< and what it was
  std::string name;                   ///< as messages are to name it
  std::string folder;                 ///< where it lies
  std::vector<std::string> arguments; ///< of its compile command
  std::string workingFolder;          ///< which paths in the arguments are relative to
  /// The user's headers that it includes, by real path, when some of them are rewritten with it.
  std::map<std::string, std::string> headers;
  std::map<std::string, std::string> included; ///< device headers, and the companion, by name
};

/// Needs warpsmith-emulate beside this program or in PATH.
Verification verify(const std::vector<verify::RewrittenKernel> &kernels,
                    const std::vector<verify::RewrittenGroup> &groups, const VerifiedFile &file);

} // namespace warpsmith::tool
