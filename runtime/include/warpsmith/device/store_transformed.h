/// Writing a run of elements that change on the way.
#pragma once

#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Writes transform(element) of each element of a run, in vectors of at most 16 bytes.
template <typename Stored, typename Element, int Width, typename Transform>
__device__ __forceinline__ void storeTransformed(Stored *to, const Vector<Element, Width> &run,
                                                 Transform transform) {
  constexpr int Store = Width * sizeof(Stored) <= 16 ? Width : 16 / sizeof(Stored);
#pragma unroll
  for (int first = 0; first < Width; first += Store) {
    Vector<Stored, Store> stored;
#pragma unroll
    for (int i = 0; i < Store; ++i)
      stored.values[i] = transform(run.values[first + i]);
    storeVector(to + first, stored);
  }
}

} // namespace warpsmith
