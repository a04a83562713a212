/// Copies of tiles from global to shared memory through registers, transformed on the way: at once,
/// or loaded early and stored when their turn comes (TileFetch), or so that rows become columns.
/// And work on a copied tile by the threads that copied it, before the others may read it.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Copies a tile whose first element in global memory is *matrix and writes transform(element) to
/// shared memory. Of the tile, rows x columns elements exist; the others are zero. Offsets within a
/// tile fit in an int.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Stored,
          typename Element, typename Transform>
__device__ __forceinline__ void copyTile(Stored *tile, const Element *matrix, int leadingDimension,
                                         int rows, int columns, int thread, Transform transform) {
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  // Loads of a few runs are in flight together; more would fill the registers.
  constexpr int Unroll = Shape::Runs < 4 ? Shape::Runs : 4;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    const Vector<Element, Width> run =
        row < rows && column < columns ? loadVector<Width>(matrix + row * leadingDimension + column)
                                       : Vector<Element, Width>{};
    storeTransformed(tile + row * Pitch + column, run, transform);
  });
}

/// One thread's share of a tile of Rows x Columns elements, on its way from global to shared
/// memory, in runs of Width elements: consecutive threads take consecutive runs.
template <typename Element, int Rows, int Columns, int Pitch, int Threads, int Width>
struct TileFetch {
  static_assert(Columns % Width == 0, "A row of the tile must be a whole number of runs.");
  static constexpr int Runs = (Rows * Columns / Width + Threads - 1) / Threads;
  Vector<Element, Width> runs[Runs];

  /// Starts to read the tile whose first element is *tile. Of it, rows x columns elements exist;
  /// the others are zero. Offsets within a tile fit in an int.
  __device__ __forceinline__ void load(const Element *tile, int leadingDimension, int rows,
                                       int columns, int thread) {
#pragma unroll
    for (int run = 0; run < Runs; ++run) {
      const int first = (run * Threads + thread) * Width;
      const int row = first / Columns, column = first % Columns;
      if (isOwn(first))
        runs[run] = row < rows && column < columns
                        ? loadVector<Width>(tile + row * leadingDimension + column)
                        : Vector<Element, Width>{};
    }
  }

  /// Writes the elements to shared memory, rows Pitch elements apart.
  __device__ __forceinline__ void store(Element *tile, int thread) const {
#pragma unroll
    for (int run = 0; run < Runs; ++run) {
      const int first = (run * Threads + thread) * Width;
      if (isOwn(first))
        storeVector(tile + first / Columns * Pitch + first % Columns, runs[run]);
    }
  }

  /// The last runs may be more than there are elements.
  __device__ static constexpr bool isOwn(int first) {
    return Rows * Columns % (Threads * Width) == 0 || first < Rows * Columns;
  }
};

/// Writes transform(element) for each element to shared memory.
template <typename Element, int Rows, int Columns, int Pitch, int Threads, int Width,
          typename Stored, typename Transform>
__device__ __forceinline__ void
storeEach(const TileFetch<Element, Rows, Columns, Pitch, Threads, Width> &fetch, Stored *tile,
          int thread, Transform transform) {
#pragma unroll
  for (int run = 0; run < fetch.Runs; ++run) {
    const int first = (run * Threads + thread) * Width;
    if (fetch.isOwn(first))
      storeTransformed(tile + first / Columns * Pitch + first % Columns, fetch.runs[run],
                       transform);
  }
}

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

/// Writes transform(element) of each element that this thread copied to the same place of another
/// tile, or of the same one (to == from, equal pitches).
template <int Rows, int Columns, int Pitch, int Threads, int Width, int ToPitch, typename Stored,
          typename Element, typename Transform>
__device__ __forceinline__ void transformTile(Stored *to, const Element *from, int thread,
                                              Transform transform) {
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  constexpr int Unroll = Width > 1 ? Shape::Runs : 2;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    const Vector<Element, Width> run = loadVector<Width>(from + row * Pitch + column);
    storeTransformed(to + row * ToPitch + column, run, transform);
  });
}

} // namespace warpsmith
