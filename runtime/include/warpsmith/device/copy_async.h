/// Asynchronous copies from global to shared memory: cp.async, PTX ISA 8.x "Data Movement and
/// Conversion Instructions: cp.async". Needs sm_80.
#pragma once

#include "warpsmith/device/tile_shape.h"

namespace warpsmith {

/// Starts to copy Bytes (4, 8 or 16) bytes; when not `exists`, writes zeros instead.
template <int Bytes>
__device__ __forceinline__ void copyAsync(void *shared, const void *global, bool exists) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  const int read = exists ? Bytes : 0;
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(read)
                 : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(global), "n"(Bytes),
                 "r"(read)
                 : "memory");
}

/// Starts to copy `bytes` of 16 bytes, the others become zero.
__device__ __forceinline__ void copyPartAsync(void *shared, const void *global, int bytes) {
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(bytes)
               : "memory");
}

/// Closes the group of copies that this thread has started since the last call.
__device__ __forceinline__ void commitCopies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}

/// Waits until at most Pending of this thread's groups, the youngest, are still in flight.
template <int Pending>
__device__ __forceinline__ void waitForCopies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

/// Starts to copy a tile whose first element is *matrix; of it, rows x columns elements exist and
/// the others become zero. Offsets within a tile fit in an int. Runs too short for cp.async are
/// copied at once.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Element>
__device__ __forceinline__ void copyTileAsync(Element *tile, const Element *matrix,
                                              int leadingDimension, int rows, int columns,
                                              int thread) {
  // Single elements make many copies: unrolling them all would fill the registers with addresses.
  using Shape = TileShape<Rows, Columns, Pitch, Threads, Width>;
  constexpr int Unroll = Width > 1 ? Shape::Runs : 2;
  Shape::template forEach<Unroll>(thread, [&](int, int row, int column) {
    Element *to = tile + row * Pitch + column;
    const bool exists = row < rows && column < columns;
    const Element *from = exists ? matrix + row * leadingDimension + column : matrix;
    if constexpr (Width * sizeof(Element) >= 4)
      copyAsync<Width * sizeof(Element)>(to, from, exists);
    else
      *to = exists ? *from : Element(0.0f);
  });
}

} // namespace warpsmith
