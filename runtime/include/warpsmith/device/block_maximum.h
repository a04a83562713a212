/// The largest value of a warp's or a block's threads.
#pragma once

namespace warpsmith {

/// The largest value of all threads of a warp, for each of them. All must call it.
__device__ __forceinline__ unsigned largestOfWarp(unsigned own) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2)
    own = max(own, __shfl_xor_sync(0xffffffffu, own, distance));
  return own;
}

/// The largest value of all `Threads` threads of the block, whole warps, for each of them. All must
/// call it.
template <int Threads>
__device__ __forceinline__ unsigned largestOfThreads(unsigned own) {
  __shared__ unsigned ofWarps[Threads / 32];
  own = largestOfWarp(own);
  __syncthreads(); // what was there before has been read
  if (threadIdx.x % 32 == 0)
    ofWarps[threadIdx.x / 32] = own;
  __syncthreads();
  for (int warp = 0; warp < Threads / 32; ++warp)
    own = max(own, ofWarps[warp]);
  return own;
}

} // namespace warpsmith
