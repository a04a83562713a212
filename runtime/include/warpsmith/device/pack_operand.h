/// Copies of matrices for the tensor memory accelerator, in another type or with other alignment.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

constexpr int PackThreads = 256;

/// Copies rows x columns elements and converts them; this is block `block` of `blocks`. Width
/// elements are read at once.
template <int Width, typename Element, typename Packed>
__device__ void packMatrix(const Element *matrix, long long leadingDimension, int rows, int columns,
                           Packed *packed, long long pitch, int block, int blocks) {
  const int runs = (columns + Width - 1) / Width;
  for (long long run = (long long)block * PackThreads + threadIdx.x; run < (long long)rows * runs;
       run += (long long)blocks * PackThreads) {
    const int row = run / runs, column = run % runs * Width;
    const auto from = loadVector<Width>(matrix + row * leadingDimension + column);
    Vector<Packed, Width> to;
#pragma unroll
    for (int i = 0; i < Width; ++i)
      to.values[i] = static_cast<Packed>(static_cast<float>(from.values[i]));
    storeVector(packed + row * pitch + column, to);
  }
}

} // namespace warpsmith
