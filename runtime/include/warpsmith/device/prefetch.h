/// Hints that memory will be read soon: PTX ISA "prefetch".
#pragma once

namespace warpsmith {

/// Bytes that come into the L2 cache together.
constexpr int CacheLine = 128;

__device__ __forceinline__ void prefetchToL2(const void *global) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(global));
}

} // namespace warpsmith
