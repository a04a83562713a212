// One run of a contestant as a CUDA graph: which kernels it launches, and what launching them costs
// the host by itself.
#pragma once

#include "runtime/harness/worker/Contestant.h"
#include "runtime/harness/worker/Cuda.h"
#include <vector>

namespace warpsmith::harness::worker {

/// Holds a graph that is captured, never executed. A run that cannot be captured has no nodes.
class CapturedRun {
public:
  CapturedRun(Contestant &contestant, const PolybenchArguments &arguments);
  ~CapturedRun();
  CapturedRun(const CapturedRun &) = delete; // owns the graph
  CapturedRun &operator=(const CapturedRun &) = delete;

  /// Its kernels in order, e.g. "gemm_kernel". Kernels of libraries that do not use the CUDA
  /// runtime are left out. A rewritten variant that falls back shows its original's kernel here.
  std::vector<std::string> kernelNames() const;

  /// What enqueueKernels() launches; empty where the run does more than launch kernels (memory of
  /// the graph's own exists in the graph alone), or where the runtime does not know one of them.
  struct Launch {
    cudaKernelNodeParams parameters = {};
    cudaLaunchAttribute cluster = {};
  };
  std::vector<Launch> launches() const;

private:
  std::vector<cudaGraphNode_t> nodes() const;

  cudaGraph_t graph = nullptr;
};

/// The same kernels once more: one cudaLaunchKernelExC for each, with its grid, shared memory and
/// cluster. Programmatic dependence on the kernel before is not kept.
void enqueueKernels(const std::vector<CapturedRun::Launch> &launches, cudaStream_t stream);

} // namespace warpsmith::harness::worker
