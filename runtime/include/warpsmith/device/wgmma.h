/// Asynchronous products of a warpgroup, four warps, on the tensor cores: PTX ISA "Asynchronous
/// Warpgroup Level Matrix Multiply-Accumulate". Needs sm_90a.
#pragma once

#include "warpsmith/device/mbarrier.h"

namespace warpsmith {

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

} // namespace warpsmith
