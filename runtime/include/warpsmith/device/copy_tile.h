/// Copies of tiles through registers, transformed on the way.
#pragma once

#include "warpsmith/device/store_transformed.h"
#include "warpsmith/device/tile_shape.h"
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

} // namespace warpsmith
