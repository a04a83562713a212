/// Work on a copied tile by the threads that copied it, before the others may read it.
#pragma once

#include "warpsmith/device/store_transformed.h"
#include "warpsmith/device/tile_shape.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

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
