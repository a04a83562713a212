/// One table of what each NVIDIA architecture offers, per streaming multiprocessor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// Rates are floating-point operations per clock and SM, dense; an FMA counts two. Sources: CUDA
/// C++ Programming Guide 13.0, "Arithmetic Instructions" and "Technical Specifications per Compute
/// Capability"; NVIDIA's architecture white papers for the tensor rates.
struct Architecture {
  std::string_view name; ///< as nvcc's -arch spells it: sm_90a
  int computeCapability; ///< 90
  int fp32, fp64, fp64Tensor, tf32, fp16;
  /// Cycles between two FFMA of one sub-partition: 2 where it has 16 FP32 lanes, 1 where it has 32.
  int fp32IssueInterval;
  int sharedMemoryPerBlock; ///< bytes, with cudaFuncAttributeMaxDynamicSharedMemorySize
  int sharedMemoryPerSm;    ///< bytes
  int maxThreadsPerSm;

  bool hasCpAsync() const { return computeCapability >= 80; }
  bool hasTf32() const { return computeCapability >= 80; }
  bool hasBf16() const { return computeCapability >= 80; }
  /// mbarrier.try_wait, which suspends the thread instead of polling.
  bool hasTryWait() const { return computeCapability >= 90; }
  /// wgmma and setmaxnreg, which no other architecture has.
  bool hasWgmma() const { return computeCapability == 90; }
  /// setmaxnreg in code for this very name: sm_90a, not sm_90.
  bool movesRegisters() const { return hasWgmma() && name.back() == 'a'; }
};

constexpr int RegistersPerSm = 65536;
constexpr int MaxRegistersPerThread = 255;
constexpr int SubPartitions = 4;

const std::vector<Architecture> &architectures();
/// By name, `sm_90` or `sm_90a` alike; null when unknown.
const Architecture *findArchitecture(std::string_view name);

/// What d FP64 steps in every n gain or cost beside FP32 on this architecture, as a sentence with
/// its limiter. The factor is FP32-only time over mixed time by issue slots and pipe throughput.
struct MixPrediction {
  double speedup;
  std::string limiter;
};
MixPrediction predictFp64Mix(const Architecture &architecture, int fp64Steps, int period);

} // namespace warpsmith
