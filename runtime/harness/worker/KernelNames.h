// Which kernels a contestant really launches.
#pragma once

#include "runtime/harness/worker/Contestant.h"
#include <vector>

namespace warpsmith::harness::worker {

/// Captures one run in a CUDA graph, without executing it, and names its kernels in order, e.g.
/// "gemm_kernel". Empty when the run cannot be captured; kernels of libraries that do not use the
/// CUDA runtime are left out. A rewritten variant that falls back shows its original's kernel here.
std::vector<std::string> kernelNames(Contestant &contestant, const PolybenchArguments &arguments);

} // namespace warpsmith::harness::worker
