/// Lines of a packed layout (packed_layout.h) that are adjacent in memory, four of 32 bytes in a
/// row of shared memory, and the left operand of warpgroup products from there. TMA takes a
/// nanosecond for a line of 32 bytes, and two for a row of 128 (docs/convolutions.md). Needs
/// sm_90a.
///
/// Rows are swizzled over 128 bytes: chunk c of line l, of 16 bytes, is chunk l % 4 * 2 + c of row
/// l / 4 and lies at the place of chunk (l % 4 * 2 + c) ^ l / 4 % 8. The tensor cores read rows of
/// 32 bytes that are swizzled as such: chunk c of row p at the place of chunk c ^ p / 4 % 2 (PTX
/// ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout"). That is line lineAt(p). So
/// they take lines of steps in another order, in which threads load the other operand.
#pragma once

#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// The line that the tensor cores take for row `place` of a tile, and the other way round.
__host__ __device__ constexpr int lineAt(int place) {
  return place ^ place / 8 % 4;
}

/// Where byte `byte` of line `line` lies in a column of lines of so many bytes each, of which rows
/// of RowBytes are swizzled as TMA does. The column begins at a multiple of 1024 bytes.
template <int LineBytes, int RowBytes>
__device__ __forceinline__ int placeOfLine(int line, int byte) {
  return (line * LineBytes + byte) ^ line * LineBytes / 128 % (RowBytes / 16) * 16;
}

/// Loads a warp's fragments of all steps of a tile: of each 16 steps the four registers of one
/// instruction, PTX ISA "Register Fragments for wgmma.mma_async.m64nNk16". The warpgroup's 64 rows
/// begin at `tile`, in columns of so many lines of so many elements of 16 bits, LinesOfRow of which
/// are a row in shared memory. Lines run along k or across it. Permuted: in the order in which the
/// tensor cores take the lines of the other operand.
template <int Steps, int Elements, int Lines, int LinesOfRow, bool AlongK, bool Permuted,
          typename Part>
__device__ __forceinline__ void loadPackedFragments(unsigned (&fragments)[Steps / 4],
                                                    const Part *tile, int thread) {
  constexpr int LineBytes = Elements * 2,
                SwizzledBytes = // eight lines of 16 bytes are not swizzled
                LinesOfRow == 8 ? 16 : LinesOfRow * LineBytes;
  constexpr int ColumnBytes = Lines * LineBytes;
  const unsigned char *const bytes = reinterpret_cast<const unsigned char *>(tile);
  const int warpRow = thread % 128 / 32 * 16, lane = thread % 32;
#pragma unroll
  for (int first = 0; first < Steps; first += 16) {
    if constexpr (AlongK) {
      // Registers are of a row and of the eighth below it, then of the next eight steps. lineAt of
      // step `place + x` is place + (x ^ order): bit 1 of `order` exchanges pairs of steps, bit 0
      // the two of a pair.
      const int row = warpRow + lane / 4, pair = lane % 4;
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int place = first + i / 2 * 8, order = Permuted ? lineAt(place) - place : 0;
        const int step = place + (pair ^ order / 2) * 2;
        const auto steps = loadVector<2>(reinterpret_cast<const Part *>(
            bytes + step / Elements * ColumnBytes +
            placeOfLine<LineBytes, SwizzledBytes>(row + i % 2 * 8, step % Elements * 2)));
        const Vector<Part, 2> ordered = {{steps.values[order % 2], steps.values[1 - order % 2]}};
        memcpy(&fragments[first / 4 + i], &ordered, sizeof(fragments[0]));
      }
    } else {
      // Lane l has the address of line l % 8 of matrix l / 8, which is transposed: PTX ISA
      // "ldmatrix". Matrices are of the same rows and steps as above.
      const int place = first + lane / 16 * 8 + lane % 8, row = warpRow + lane / 8 % 2 * 8;
      const unsigned char *const line = bytes + row / Elements * ColumnBytes +
                                        placeOfLine<LineBytes, SwizzledBytes>(
                                            Permuted ? lineAt(place) : place, row % Elements * 2);
      unsigned *const loaded = fragments + first / 4;
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(loaded[0]), "=r"(loaded[1]), "=r"(loaded[2]), "=r"(loaded[3])
                   : "r"(sharedAddress(line))
                   : "memory");
    }
  }
}

} // namespace warpsmith
