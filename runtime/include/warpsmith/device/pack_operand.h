/// Copies of matrices for the tensor memory accelerator: in another type, with other alignment, or
/// of other values.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

constexpr int PackThreads = 256;

/// Elements of 8 bits that stay such keep their bits, floating-point numbers are rounded.
template <typename Packed, typename Element>
__device__ __forceinline__ Packed packedElement(Element element) {
  if constexpr (sizeof(Element) == 1 && sizeof(Packed) == 1)
    return reinterpret_cast<const Packed &>(element);
  else
    return static_cast<Packed>(static_cast<float>(element));
}

/// Copies transform(element) of rows x columns elements; this is block `block` of `blocks`, whose
/// warps take a piece of a row each. Width elements are read at once.
template <int Width, typename Element, typename Packed, typename Transform>
__device__ void packMatrix(const Element *matrix, long long leadingDimension, int rows, int columns,
                           Packed *packed, long long pitch, int block, int blocks,
                           Transform transform) {
  // A lane's loads of a piece are in flight together.
  constexpr int Warps = PackThreads / 32, Loads = 4;
  const int runs = (columns + Width - 1) / Width;
  const int pieces = (runs + 32 * Loads - 1) / (32 * Loads);
  for (long long piece = (long long)block * Warps + threadIdx.x / 32;
       piece < (long long)rows * pieces; piece += (long long)blocks * Warps) {
    const long long row = piece / pieces;
    const int first = (int)(piece % pieces) * 32 * Loads + threadIdx.x % 32;
    Vector<Element, Width> from[Loads];
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      if (const int run = first + 32 * load; run < runs)
        from[load] = loadVector<Width>(matrix + row * leadingDimension + run * Width);
#pragma unroll
    for (int load = 0; load < Loads; ++load)
      if (const int run = first + 32 * load; run < runs) {
        Vector<Packed, Width> to;
#pragma unroll
        for (int i = 0; i < Width; ++i)
          to.values[i] = transform(from[load].values[i]);
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
