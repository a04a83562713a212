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
  constexpr int Chunk = 8, ChunksOfRow = Columns / Chunk, Chunks = Rows * ChunksOfRow;
#pragma unroll 2 // more would fill the registers with addresses
  for (int chunk = thread; chunk < Chunks; chunk += Threads) {
    const int row = chunk / ChunksOfRow, column = chunk % ChunksOfRow * Chunk;
    const int exist = row < rows ? min(max(columns - column, 0), Chunk) : 0;
    copyPartAsync(boxes + column / BoxColumns16 * Rows * BoxColumns16 +
                      swizzled16(row, column % BoxColumns16),
                  exist > 0 ? matrix + row * leadingDimension + column : matrix,
                  exist * (int)sizeof(Element));
  }
}

} // namespace warpsmith
