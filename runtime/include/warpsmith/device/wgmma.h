/// Asynchronous products of a warpgroup, four warps, on the tensor cores: PTX ISA "Asynchronous
/// Warpgroup Level Matrix Multiply-Accumulate". Needs sm_90a.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

#if defined(__CUDA_ARCH__) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#error "wgmma needs nvcc -arch=sm_90a"
#endif

/// Before the first product of a group: registers and shared memory are as they were written.
__device__ __forceinline__ void beginProducts() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
/// Makes a group of the products since the last one.
__device__ __forceinline__ void commitProducts() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until at most `Pending` of the latest groups are not complete.
template <int Pending>
__device__ __forceinline__ void waitForProducts() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Pending) : "memory");
}

/// How a tile in shared memory is swizzled: "Matrix Descriptor Format", bits 62 and 63.
enum class Swizzle : unsigned { Bytes128 = 1, Bytes64 = 2 };

/// The matrix descriptor of a tile in shared memory. Groups of eight rows are `strideBytes` apart;
/// where rows of the tile run across k, `leadingBytes` are from one swizzle-wide column of it to
/// the next.
__device__ __forceinline__ unsigned long long tileDescriptor(const void *tile, int leadingBytes,
                                                             int strideBytes, Swizzle swizzle) {
  const auto field = [](unsigned bytes) { return (unsigned long long)((bytes & 0x3ffff) >> 4); };
  return field(sharedAddress(tile)) | field(leadingBytes) << 16 | field(strideBytes) << 32 |
         (unsigned long long)swizzle << 62;
}

/// Takes registers of the block for each thread of the warpgroup, or gives them back: PTX ISA
/// "setmaxnreg".
template <int Count>
__device__ __forceinline__ void takeRegisters() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Count));
}
template <int Count>
__device__ __forceinline__ void releaseRegisters() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Count));
}

} // namespace warpsmith
