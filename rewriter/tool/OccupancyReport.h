/// Text for `--occupancy`: registers, shared memory and residency of what was rewritten.
#pragma once

#include "rewriter/tool/Ptxas.h"
#include "rewriter/verify/Driver.h"
#include <string>
#include <vector>

namespace warpsmith::tool {

/// For every kernel, each of its alternatives and every tile that a launch chooses from: what a
/// block takes by its launch bounds, how many blocks an SM holds and what limits that. If there is
/// an nvcc (`findNvcc`), also the same for the registers that ptxas gives; if there is none, or it
/// fails, the report says so.
std::string occupancyReport(const std::vector<verify::RewrittenKernel> &kernels,
                            const CudaSource &source, const std::string &cudaPath);

} // namespace warpsmith::tool
