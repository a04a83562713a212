/// Copies of tiles whose rows become columns on the way.
#pragma once

#include "warpsmith/device/tile_shape.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Copies a tile of Rows x Columns elements whose first in global memory is *matrix, and writes
/// transform(element) to shared memory, columns there side by side: those of a row lie Pitch
/// elements apart. Of the tile, rows x columns elements exist; the others are zero.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Stored,
          typename Element, typename Transform>
__device__ __forceinline__ void transposeTile(Stored *tile, const Element *matrix,
                                              int leadingDimension, int rows, int columns,
                                              int thread, Transform transform) {
  constexpr int AtOnce = Threads * Width;
  if constexpr (AtOnce % Columns == 0 && Rows * Columns % AtOnce == 0) {
    // Each of a thread's runs lies below the last: in a whole tile the address just moves on. What
    // is on its way at a time are as many runs as there are registers for.
    constexpr int AllRuns = Rows * Columns / AtOnce, RowsAtOnce = AtOnce / Columns;
    constexpr int Runs = AllRuns % 16 == 0 ? 16 : AllRuns;
    const int row = thread * Width / Columns, column = thread * Width % Columns;
    const Element *from = matrix + (long long)row * leadingDimension + column;
    const long long down = (long long)RowsAtOnce * leadingDimension;
    Stored *to = tile + column * Pitch + row;
    for (int done = 0; done < AllRuns; done += Runs, to += Runs * RowsAtOnce) {
      Vector<Element, Width> runs[Runs];
      if (rows >= Rows && columns >= Columns) {
#pragma unroll
        for (int run = 0; run < Runs; ++run, from += down)
          runs[run] = loadVector<Width>(from);
      } else {
        const int last = column < columns ? rows - row - done * RowsAtOnce : 0;
#pragma unroll
        for (int run = 0; run < Runs; ++run, from += down)
          runs[run] = run * RowsAtOnce < last ? loadVector<Width>(from) : Vector<Element, Width>{};
      }
#pragma unroll
      for (int run = 0; run < Runs; ++run)
#pragma unroll
        for (int i = 0; i < Width; ++i)
          to[i * Pitch + run * RowsAtOnce] = transform(runs[run].values[i]);
    }
  } else {
    using Shape = TileShape<Rows, Columns, Columns, Threads, Width>;
    constexpr int Unroll = Shape::Runs < 4 ? Shape::Runs : 4;
    Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
      const Vector<Element, Width> run =
          row < rows && column < columns
              ? loadVector<Width>(matrix + (long long)row * leadingDimension + column)
              : Vector<Element, Width>{};
#pragma unroll
      for (int i = 0; i < Width; ++i)
        tile[(column + i) * Pitch + row] = transform(run.values[i]);
    });
  }
}

} // namespace warpsmith
