/// Asynchronous copies of tiles whose rows are no power of two, a warp a row.
#pragma once

#include "warpsmith/device/copy_async.h"

namespace warpsmith {

/// As copyTileAsync, with fewer instructions where runs are of 16 bytes: each warp copies rows of
/// its own, so that of all addresses only the first is computed.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Element>
__device__ __forceinline__ void streamRowsAsync(Element *tile, const Element *matrix,
                                                int leadingDimension, int rows, int columns,
                                                int thread) {
  constexpr int Warps = Threads / 32, Reach = 32 * Width;
  if constexpr (Width * sizeof(Element) == 16 && Rows % Warps == 0) {
    const int warp = thread / 32, first = thread % 32 * Width;
    const Element *from = matrix + (long long)warp * leadingDimension + first;
    Element *to = tile + warp * Pitch + first;
#pragma unroll
    for (int row = 0; row < Rows; row += Warps, from += (long long)Warps * leadingDimension)
#pragma unroll
      for (int column = 0; column < Columns; column += Reach)
        if (column + Reach <= Columns || column + first < Columns) {
          const bool exists = row + warp < rows && column + first < columns;
          copyAsync<16>(to + row * Pitch + column, from + column, exists);
        }
  } else {
    copyTileAsync<Rows, Columns, Pitch, Threads, Width>(tile, matrix, leadingDimension, rows,
                                                        columns, thread);
  }
}

} // namespace warpsmith
