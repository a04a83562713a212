/// Asynchronous copies from global to shared memory: cp.async, PTX ISA 8.x "Data Movement and
/// Conversion Instructions: cp.async". Needs sm_80.
///
/// Of whole tiles there are three forms. copyTileAsync takes any, streamTileAsync has few
/// instructions beside the copies themselves, and streamRowsAsync does so for rows whose length is
/// no power of two.
///
/// What begins at copyElements may be compiled for any device: without cp.async it copies through
/// registers.
#pragma once

#include "warpsmith/device/vector.h"

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
      *to = exists ? *from : Element{};
  });
}

/// As copyTileAsync, with fewer instructions where runs are of 16 bytes: each warp copies rows of
/// its own, so that of all addresses only the first is computed.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Element>
__device__ __forceinline__ void streamRowsAsync(Element *tile, const Element *matrix,
                                                int leadingDimension, int rows, int columns,
                                                int thread) {
  constexpr int Warps = Threads / 32, Reach = 32 * Width;
  if constexpr (Width * sizeof(Element) == 16 && Rows % Warps == 0) {
    const int warp = thread / 32, first = thread % 32 * Width;
    const Element *from = matrix + (long long)warp * leadingDimension + first;
    Element *to = tile + warp * Pitch + first;
#pragma unroll
    for (int row = 0; row < Rows; row += Warps, from += (long long)Warps * leadingDimension)
#pragma unroll
      for (int column = 0; column < Columns; column += Reach)
        if (column + Reach <= Columns || column + first < Columns) {
          const bool exists = row + warp < rows && column + first < columns;
          copyAsync<16>(to + row * Pitch + column, from + column, exists);
        }
  } else {
    copyTileAsync<Rows, Columns, Pitch, Threads, Width>(tile, matrix, leadingDimension, rows,
                                                        columns, thread);
  }
}

/// As copyTileAsync; of a whole tile, of which a thread's runs lie below each other, and of single
/// elements of 4 bytes the address just moves on.
template <int Rows, int Columns, int Pitch, int Threads, int Width, typename Element>
__device__ __forceinline__ void streamTileAsync(Element *tile, const Element *matrix,
                                                int leadingDimension, int rows, int columns,
                                                int thread) {
  constexpr int AtOnce = Threads * Width;
  if constexpr (Width * sizeof(Element) == 16 && AtOnce % Columns == 0 &&
                Rows * Columns % AtOnce == 0) {
    if (rows >= Rows && columns >= Columns) {
      constexpr int Runs = Rows * Columns / AtOnce, RowsAtOnce = AtOnce / Columns;
      const int row = thread * Width / Columns, column = thread * Width % Columns;
      const Element *from = matrix + (long long)row * leadingDimension + column;
      const long long down = (long long)RowsAtOnce * leadingDimension;
      Element *to = tile + row * Pitch + column;
#pragma unroll
      for (int run = 0; run < Runs; ++run, from += down)
        copyAsync<16>(to + run * RowsAtOnce * Pitch, from, true);
      return;
    }
  }
  // Of single elements there are many: what each costs besides its copy decides.
  constexpr int RowsAtOnce = Threads > Columns ? Threads / Columns : 1;
  constexpr int Pieces = Threads > Columns ? 1 : Columns / Threads; // of a row
  if constexpr (Width == 1 && sizeof(Element) == 4 && Rows % RowsAtOnce == 0 &&
                RowsAtOnce * Columns == Pieces * Threads) {
    const int first = thread / Columns, column = thread % Columns;
    const Element *from = matrix + (long long)first * leadingDimension + column;
    const long long down = (long long)RowsAtOnce * leadingDimension;
    Element *to = tile + first * Pitch + column;
#pragma unroll 8
    for (int row = first; row < Rows; row += RowsAtOnce, from += down, to += RowsAtOnce * Pitch)
#pragma unroll
      for (int piece = 0; piece < Pieces; ++piece) {
        const bool exists = row < rows && column + piece * Threads < columns;
        copyAsync<4>(to + piece * Threads, exists ? from + piece * Threads : matrix, exists);
      }
  } else if constexpr (Width * sizeof(Element) == 16 && AtOnce % Columns != 0) {
    streamRowsAsync<Rows, Columns, Pitch, Threads, Width>(tile, matrix, leadingDimension, rows,
                                                          columns, thread);
  } else {
    copyTileAsync<Rows, Columns, Pitch, Threads, Width>(tile, matrix, leadingDimension, rows,
                                                        columns, thread);
  }
}

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
