/// Barriers by number among some of a block's warps: PTX ISA "bar". Number 0 is __syncthreads().
#pragma once

namespace warpsmith {

/// Waits until `threads` threads, a multiple of 32, have come to barrier `number`.
__device__ __forceinline__ void synchronize(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

} // namespace warpsmith
