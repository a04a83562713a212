/// A warpgroup's left operand from registers, where its tile in shared memory runs across k: PTX
/// ISA "Register Fragments for wgmma.mma_async.m64nNk8". Needs sm_90a.
///
/// A thread has two of the 64 rows of the products. Which of the operand's they are is free: these
/// are neighbours, so that they are loaded at once, no two words of half a warp lie in one bank,
/// and what is computed of them lies side by side.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Of a box of 32-bit elements, as TMA copies it: rows of 128 bytes, one a step of k, swizzled.
constexpr int FragmentColumns = 32;

/// The 16-byte chunk within its box that a thread's rows are in.
__device__ __forceinline__ int fragmentChunk(int thread) {
  return thread / 16 % 2 | thread / 32 % 2 << 1 | thread / 8 % 2 << 2;
}
/// The first of the two rows of a thread, of the warpgroup's 64.
__device__ __forceinline__ int fragmentRow(int thread) {
  return thread % 128 / 64 * FragmentColumns + fragmentChunk(thread) * 4 + thread / 4 % 2 * 2;
}

/// Loads a thread's fragments of all steps of a tile: Steps rows in each of the warpgroup's two
/// boxes, of which `boxes` is the first.
template <int Steps>
__device__ __forceinline__ void loadFragments(unsigned (&fragments)[Steps / 2], const float *boxes,
                                              int thread) {
  const int step = thread % 4; // and the fourth after it
  const float *const box = boxes + thread % 128 / 64 * Steps * FragmentColumns + thread / 4 % 2 * 2;
  const int chunk = fragmentChunk(thread) ^ step;
#pragma unroll
  for (int first = 0; first < Steps; first += 8)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = first + half * 4 + step;
      const auto pair = loadVector<2>(box + row * FragmentColumns + (chunk ^ half * 4) * 4);
      fragments[first / 2 + half * 2] = __float_as_uint(pair.values[0]);
      fragments[first / 2 + half * 2 + 1] = __float_as_uint(pair.values[1]);
    }
}

} // namespace warpsmith
