/// Copies of matrices for the tensor memory accelerator: in another type, with other alignment, or
/// of other values.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

constexpr int PackThreads = 256;

/// 8-bit integers keep their bits, floating-point numbers are rounded.
template <typename Packed, typename Element>
__device__ __forceinline__ Packed packedElement(Element element) {
  if constexpr (sizeof(Element) == 1)
    return static_cast<Packed>(element);
  else
    return static_cast<Packed>(static_cast<float>(element));
}

/// Copies transform(element) of rows x columns elements; this is block `block` of `blocks`, whose
/// warps take a row each. Width elements are read at once.
template <int Width, typename Element, typename Packed, typename Transform>
__device__ void packMatrix(const Element *matrix, long long leadingDimension, int rows, int columns,
                           Packed *packed, long long pitch, int block, int blocks,
                           Transform transform) {
  constexpr int Warps = PackThreads / 32;
  const int runs = (columns + Width - 1) / Width;
  for (long long row = (long long)block * Warps + threadIdx.x / 32; row < rows;
       row += (long long)blocks * Warps) {
    // Loads of a few runs are in flight together.
#pragma unroll 4
    for (int run = threadIdx.x % 32; run < runs; run += 32) {
      const auto from = loadVector<Width>(matrix + row * leadingDimension + run * Width);
      Vector<Packed, Width> to;
#pragma unroll
      for (int i = 0; i < Width; ++i)
        to.values[i] = transform(from.values[i]);
      storeVector(packed + row * pitch + run * Width, to);
    }
  }
}

/// The same, converting them.
template <int Width, typename Element, typename Packed>
__device__ void packMatrix(const Element *matrix, long long leadingDimension, int rows, int columns,
                           Packed *packed, long long pitch, int block, int blocks) {
  packMatrix<Width>(matrix, leadingDimension, rows, columns, packed, pitch, block, blocks,
                    [](Element element) { return packedElement<Packed>(element); });
}

} // namespace warpsmith
