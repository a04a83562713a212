/// Work on a copied tile by the threads that copied it, before the others may read it.
#pragma once

#include "warpsmith/device/tile_shape.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Writes transform(element) of each element that this thread copied to the same place of another
/// tile, or of the same one (to == from, equal pitches).
template <int Rows, int Columns, int Pitch, int ToPitch, int Threads, int Width, typename Stored,
          typename Element, typename Transform>
__device__ __forceinline__ void transformTile(Stored *to, const Element *from, int thread,
                                              Transform transform) {
  constexpr int Store = Width * sizeof(Stored) <= 16 ? Width : 16 / sizeof(Stored);
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  constexpr int Unroll = Width > 1 ? Shape::Runs : 2;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    const Vector<Element, Width> run = loadVector<Width>(from + row * Pitch + column);
#pragma unroll
    for (int first = 0; first < Width; first += Store) {
      Vector<Stored, Store> stored;
#pragma unroll
      for (int i = 0; i < Store; ++i)
        stored.values[i] = transform(run.values[first + i]);
      storeVector(to + row * ToPitch + column + first, stored);
    }
  });
}

} // namespace warpsmith
