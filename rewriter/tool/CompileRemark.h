/// What is said last of files that were written: the command that compiles them.
#pragma once

#include "rewriter/tool/RewriteFile.h"
#include <optional>
#include <string>
#include <vector>

namespace warpsmith::tool {

/// A file that was rewritten, and where its result is, if that is a file.
struct WrittenFile {
  std::optional<std::string> result;
  const Job *job;
};

/// Who gives nvcc these architectures already need not be told of them.
bool namesArchitectures(const Options &options);

/// Of results that are no files, what only code for one GPU needs. A line for each command:
/// `compile with nvcc -gencode=arch=compute_90a,code=sm_90a gemm.fast.cu`. Of files whose compile
/// command names the architectures by itself, nothing, unless they include device headers.
std::vector<std::string> compileCommands(const std::vector<WrittenFile> &files);

} // namespace warpsmith::tool
