/// Text for `--occupancy`: registers, shared memory and residency of what was rewritten.
#pragma once

#include "rewriter/tool/Ptxas.h"
#include "rewriter/verify/Driver.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

/// For every kernel, each of its alternatives and every tile that a launch chooses from: what a
/// block takes by its launch bounds, how many of them an SM holds and what limits that. Where nvcc
/// is found
/// (`findNvcc`), the same of the registers that ptxas gives; where it is not, or fails, that is
/// said.
std::string occupancyReport(const std::vector<verify::RewrittenKernel> &kernels,
                            const CudaSource &source, const std::string &cudaPath);

} // namespace warpsmith::tool
