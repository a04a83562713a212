/// Copies of tiles through registers: loaded early, transformed and stored when their turn comes.
#pragma once

#include "warpsmith/device/store_transformed.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

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

} // namespace warpsmith
