/// Copies of tiles through registers: loaded early, transformed and stored when their turn comes.
#pragma once

#include "warpsmith/device/store_transformed.h"
#include "warpsmith/device/tile_shape.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// One thread's share of a tile of a matrix, on its way from global to shared memory.
template <typename Element, int Rows, int Columns, int Pitch, int Threads, int Width>
struct TileFetch {
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  Vector<Element, Width> runs[Shape::Runs];

  /// Starts to read the tile whose first element is *tile. Of it, rows x columns elements exist;
  /// the others are zero. Offsets within a tile fit in an int.
  __device__ __forceinline__ void load(const Element *tile, int leadingDimension, int rows,
                                       int columns, int thread) {
    Shape::forEach(thread, [&](int run, int row, int column) {
      runs[run] = row < rows && column < columns
                      ? loadVector<Width>(tile + row * leadingDimension + column)
                      : Vector<Element, Width>{};
    });
  }

  /// Writes transform(element) for each element to shared memory.
  template <typename Stored, typename Transform>
  __device__ __forceinline__ void store(Stored *tile, int thread, Transform transform) const {
    Shape::forEach(thread, [&](int run, int row, int column) {
      storeTransformed(tile + row * Pitch + column, runs[run], transform);
    });
  }
};

} // namespace warpsmith
