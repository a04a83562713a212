/// Copies to shared memory in code that may be compiled for any device: by cp.async where that has
/// it (sm_80), else through registers.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/store_transformed.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Copies Width elements that lie side by side; when they do not exist, writes zeros instead.
/// Before others read them, waitForElements() and a barrier.
template <int Width, typename Element>
__device__ __forceinline__ void copyElements(Element *to, const Element *from, bool exists) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  if constexpr (Width * sizeof(Element) >= 4)
    copyAsync<Width * sizeof(Element)>(to, from, exists);
  else
#endif
    storeVector(to, exists ? loadVector<Width>(from) : Vector<Element, Width>{});
}

/// Closes the group of copies that this thread has begun since the last call.
__device__ __forceinline__ void commitElements() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  commitCopies();
#endif
}

/// Waits until at most Pending of this thread's groups, the youngest, are still on their way.
template <int Pending>
__device__ __forceinline__ void waitForGroups() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  waitForCopies<Pending>();
#endif
}

/// Waits for what this thread has begun to copy.
__device__ __forceinline__ void waitForElements() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  commitCopies();
  waitForCopies<0>();
#endif
}

/// Copies Width elements or writes transform(element) of each.
template <int Width, bool Transforms, typename Stored, typename Element, typename Transform>
__device__ __forceinline__ void copyTransformed(Stored *to, const Element *from, bool exists,
                                                Transform transform) {
  if constexpr (Transforms)
    storeTransformed(to, exists ? loadVector<Width>(from) : Vector<Element, Width>{}, transform);
  else
    copyElements<Width>(to, from, exists);
}

/// Copies a tile of Steps x 2^lengthBits elements, of whose rows elements lie side by side in
/// memory, in runs of Width where `wide`. Of it, steps x columns elements exist. There are 2^bits
/// threads, as many as a row has elements, or more.
template <int Width, int Pitch, int Steps, bool Transforms, typename Stored, typename Element,
          typename Transform>
__device__ __forceinline__ void
copyRowsOfTile(Stored *tile, const Element *matrix, int leadingDimension, bool wide, int lengthBits,
               int steps, int columns, int thread, int bits, Transform transform) {
  constexpr int WidthBits = Width == 16 ? 4 : Width == 8 ? 3 : Width == 4 ? 2 : Width == 2 ? 1 : 0;
  const int runBits = wide ? lengthBits - WidthBits : lengthBits;
  const int column = (thread & ((1 << runBits) - 1)) << (lengthBits - runBits);
#pragma unroll 1
  for (int step = thread >> runBits; step < Steps; step += 1 << (bits - runBits)) {
    const bool exists = step < steps && column < columns;
    const Element *from = exists ? matrix + step * leadingDimension + column : matrix;
    Stored *to = tile + step * Pitch + column;
    if (wide)
      copyTransformed<Width, Transforms>(to, from, exists, transform);
    else
      copyTransformed<1, Transforms>(to, from, exists, transform);
  }
}

/// The same of a matrix whose rows lie along the steps: the tile is its transpose.
template <int Pitch, int Steps, bool Transforms, typename Stored, typename Element,
          typename Transform>
__device__ __forceinline__ void
copyColumnsOfTile(Stored *tile, const Element *matrix, int leadingDimension, int lengthBits,
                  int steps, int columns, int thread, int bits, Transform transform) {
  // A warp reads adjacent elements of several rows.
  const int step = thread % Steps;
#pragma unroll 1
  for (int column = thread / Steps; column < 1 << lengthBits; column += (1 << bits) / Steps) {
    const bool exists = step < steps && column < columns;
    copyTransformed<1, Transforms>(tile + step * Pitch + column,
                                   exists ? matrix + column * leadingDimension + step : matrix,
                                   exists, transform);
  }
}

} // namespace warpsmith
