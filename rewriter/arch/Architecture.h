/// One table of what each NVIDIA architecture offers, per streaming multiprocessor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpsmith {

/// A GPU of the architecture, for which times are predicted. Vendor's data sheets.
struct Product {
  std::string_view name;
  int multiprocessors;
  int megahertz;       ///< boost clock
  int gigabytesSecond; ///< of device memory
};

/// Rates are operations per clock and SM, dense; a multiply-add counts two. 0: not there, or, where
/// that is said, not known. The table in Architecture.cpp names the source of each figure.
struct Architecture {
  std::string_view name; ///< as nvcc's -arch spells it: sm_90a
  int computeCapability; ///< 90
  Product product;

  // Arithmetic.
  int fp32, fp64, fp64Tensor, tf32, fp16, int8; ///< the last four on the tensor cores
  /// Cycles between two FFMA of one sub-partition: 2 where it has 16 FP32 lanes, 1 where it has 32.
  int fp32IssueInterval;
  int wideConversions; ///< conversions from and to 64-bit types, results per clock and SM
  /// DFMA and tensor instructions are dispatched through one port: they never overlap.
  bool fp64SharesTensorPort;
  /// Of the tensor cores' rate at the boost clock, what power leaves on random data; 1 where it was
  /// not measured.
  double sustainedTensor;

  // Memory.
  int l2BytesPerClock;      ///< per SM, when all of them read; 0: not known
  int sharedMemoryPerBlock; ///< bytes, with cudaFuncAttributeMaxDynamicSharedMemorySize
  int sharedMemoryPerSm;    ///< bytes

  // Residency.
  int maxThreadsPerSm, maxBlocksPerSm;
  int sharedAllocationUnit;   ///< bytes to which a block's shared memory is rounded up
  int reservedSharedPerBlock; ///< bytes that the driver takes of every block's

  bool hasCpAsync() const { return computeCapability >= 80; }
  bool hasTf32() const { return computeCapability >= 80; }
  bool hasBf16() const { return computeCapability >= 80; }
  /// mbarrier.try_wait, which suspends the thread instead of polling.
  bool hasTryWait() const { return computeCapability >= 90; }
  /// griddepcontrol: kernels that begin before their predecessor has ended.
  bool hasDependentLaunch() const { return computeCapability >= 90; }
  /// Code for it runs on GPUs of this very compute capability and no newer ones: sm_90a.
  bool isSpecific() const { return name.back() == 'a'; }
  /// wgmma, which code for this very name has: sm_90a, not sm_90, though the GPU is the same.
  bool hasWgmma() const { return computeCapability == 90 && isSpecific(); }
  /// setmaxnreg, likewise.
  bool movesRegisters() const { return hasWgmma(); }
};

constexpr int RegistersPerSm = 65536;
constexpr int MaxRegistersPerThread = 255;
constexpr int SubPartitions = 4;

const std::vector<Architecture> &architectures();
/// By name, `sm_90` or `sm_90a` alike; null when unknown.
const Architecture *findArchitecture(std::string_view name);
/// The newest one whose code a GPU of this compute capability (90) runs, with the instructions that
/// are the GPU's alone (sm_90a); null when the GPU is older than all.
const Architecture *architectureOfDevice(int computeCapability);
/// Whether it comes after the other: by its number, and sm_90a after sm_90.
bool isNewer(const Architecture &one, const Architecture &other);
/// What nvcc is given to compile for it alone: `-gencode=arch=compute_90a,code=sm_90a`.
std::string nvccFlags(const Architecture &architecture);
/// The newer ones that code for this one runs on and whose blocks have less than so many bytes of
/// shared memory: sm_86 has less than sm_80.
std::vector<const Architecture *> withLessSharedMemory(const Architecture &made, int bytes);

} // namespace warpsmith
