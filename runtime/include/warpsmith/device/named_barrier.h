/// Barriers by number among some of a block's warps: PTX ISA "barrier". Number 0 is
/// __syncthreads(). Not the aligned form (bar.sync): the lanes of a warp that has copied an edge of
/// a matrix need not have come together again.
#pragma once

namespace warpsmith {

/// Waits until `threads` threads, a multiple of 32, have come to barrier `number`.
__device__ __forceinline__ void synchronize(int number, int threads) {
  asm volatile("barrier.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

} // namespace warpsmith
