/// Runs rewritten kernels against their originals in the emulator before a file is written.
#pragma once

#include "rewriter/verify/Driver.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

struct Verification {
  bool wrong = false; ///< some kernel computes something else: the file must not be written
  std::vector<std::string> messages; ///< without the file's name: what is wrong, or not verified
};

/// `text` is the rewritten file, which lies in `folder`, and `original` what it was; `arguments`
/// are its compile command's. Needs warpsmith-emulate beside this program or in PATH.
Verification verify(const std::vector<verify::RewrittenKernel> &kernels, const std::string &text,
                    const std::string &original, const std::string &folder,
                    const std::vector<std::string> &arguments);

} // namespace warpsmith::tool
