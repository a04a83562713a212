/// Copies of tiles of doubles into boxes in shared memory by the threads of a block, with cp.async,
/// as the tensor memory accelerator would lay them. Needs sm_80.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/double_box.h"

namespace warpsmith {

/// Starts to copy the tile whose first element is *matrix into boxes of Rows rows; of it, rows x
/// columns elements exist and the others become zero. Rows in memory begin at multiples of 16
/// bytes.
template <int Rows, int Columns, int Threads>
__device__ __forceinline__ void copyBoxesAsync(double *boxes, const double *matrix,
                                               long long leadingDimension, int rows, int columns,
                                               int thread) {
  constexpr int PairsOfRow = Columns / 2, Pairs = Rows * PairsOfRow;
#pragma unroll 2 // more would fill the registers with addresses
  for (int pair = thread; pair < Pairs; pair += Threads) {
    const int row = pair / PairsOfRow, column = pair % PairsOfRow * 2;
    const int exist = row < rows ? columns - column : 0;
    copyPartAsync(boxes + column / BoxColumns * Rows * BoxColumns +
                      swizzled(row, column % BoxColumns),
                  exist > 0 ? matrix + row * leadingDimension + column : matrix,
                  exist >= 2   ? 16
                  : exist == 1 ? 8
                               : 0);
  }
}

} // namespace warpsmith
