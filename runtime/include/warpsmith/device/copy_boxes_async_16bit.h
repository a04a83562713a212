/// Copies of tiles of 16-bit elements into boxes in shared memory by the threads of a block, with
/// cp.async. Needs sm_80.
#pragma once

#include "warpsmith/device/box_16bit.h"
#include "warpsmith/device/copy_async.h"

namespace warpsmith {

/// Starts to copy the tile whose first element is *matrix into boxes of Rows rows; of it, rows x
/// columns elements exist and the others become zero. Rows in memory begin at multiples of 16
/// bytes.
template <int Rows, int Columns, int Threads, typename Element>
__device__ __forceinline__ void copyBoxesAsync16(Element *boxes, const Element *matrix,
                                                 long long leadingDimension, int rows, int columns,
                                                 int thread) {
  constexpr int Chunk = 8, ChunksOfRow = Columns / Chunk, RowsOfPass = Threads / ChunksOfRow;
  static_assert(Threads % ChunksOfRow == 0 && RowsOfPass % 8 == 0 && Rows % RowsOfPass == 0,
                "A thread's chunks must lie below each other, swizzled alike.");
  const int row = thread / ChunksOfRow, column = thread % ChunksOfRow * Chunk;
  const int bytes = min(max(columns - column, 0), Chunk) * (int)sizeof(Element);
  Element *const to =
      boxes + column / BoxColumns16 * Rows * BoxColumns16 + swizzled16(row, column % BoxColumns16);
  const Element *from = matrix + row * leadingDimension + column;
#pragma unroll 4 // more would fill the registers with addresses
  for (int pass = 0; pass < Rows; pass += RowsOfPass) {
    const bool exists = row + pass < rows && bytes > 0;
    copyPartAsync(to + pass * BoxColumns16, exists ? from : matrix, exists ? bytes : 0);
    from += RowsOfPass * leadingDimension;
  }
}

} // namespace warpsmith
