/// Asynchronous copies of tiles with few instructions beside the copies themselves.
#pragma once

#include "warpsmith/device/copy_async.h"

namespace warpsmith {

/// As copyTileAsync; of a whole tile, of which a thread's runs lie below each other, and of single
/// elements of 4 bytes the address just moves on.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Element>
__device__ __forceinline__ void streamTileAsync(Element *tile, const Element *matrix,
                                                int leadingDimension, int rows, int columns,
                                                int thread) {
  constexpr int AtOnce = Threads * Width;
  if constexpr (Width * sizeof(Element) == 16 && AtOnce % Columns == 0 &&
                Rows * Columns % AtOnce == 0) {
    if (rows >= Rows && columns >= Columns) {
      constexpr int Runs = Rows * Columns / AtOnce, RowsAtOnce = AtOnce / Columns;
      const int row = thread * Width / Columns, column = thread * Width % Columns;
      const Element *from = matrix + (long long)row * leadingDimension + column;
      const long long down = (long long)RowsAtOnce * leadingDimension;
      Element *to = tile + row * Pitch + column;
#pragma unroll
      for (int run = 0; run < Runs; ++run, from += down)
        copyAsync<16>(to + run * RowsAtOnce * Pitch, from, true);
      return;
    }
  }
  // Of single elements there are many: what each costs besides its copy decides.
  constexpr int RowsAtOnce = Threads > Columns ? Threads / Columns : 1;
  constexpr int Pieces = Threads > Columns ? 1 : Columns / Threads; // of a row
  if constexpr (Width == 1 && sizeof(Element) == 4 && Rows % RowsAtOnce == 0 &&
                RowsAtOnce * Columns == Pieces * Threads) {
    const int first = thread / Columns, column = thread % Columns;
    const Element *from = matrix + (long long)first * leadingDimension + column;
    const long long down = (long long)RowsAtOnce * leadingDimension;
    Element *to = tile + first * Pitch + column;
#pragma unroll 8
    for (int row = first; row < Rows; row += RowsAtOnce, from += down, to += RowsAtOnce * Pitch)
#pragma unroll
      for (int piece = 0; piece < Pieces; ++piece) {
        const bool exists = row < rows && column + piece * Threads < columns;
        copyAsync<4>(to + piece * Threads, exists ? from + piece * Threads : matrix, exists);
      }
  } else {
    copyTileAsync<Rows, Columns, Pitch, Threads, Width>(tile, matrix, leadingDimension, rows,
                                                        columns, thread);
  }
}

} // namespace warpsmith
