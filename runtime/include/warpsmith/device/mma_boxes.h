/// Boxes of elements in shared memory, as the tensor memory accelerator lays them, for products by
/// warps: copies into them by cp.async, and a warp's fragments from them. First of 16-bit elements,
/// then of doubles. Needs sm_80.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/vector.h"

namespace warpsmith {

/// Elements of a row of a box: 128 bytes, all banks.
constexpr int BoxColumns16 = 64;

/// Where an element lies in a box: within each row, chunks of eight elements change places with the
/// row, so that those of one column in eight rows lie in different banks.
__device__ __forceinline__ int swizzled16(int row, int column) {
  return row * BoxColumns16 + ((column / 8) ^ (row % 8)) * 8 + column % 8;
}

/// Loads four matrices of eight rows of 16 bytes: the lane gives the address of row lane % 8 of
/// matrix lane / 8. Those of 16-bit elements may be transposed. PTX ISA "Warp-level matrix load
/// instruction: ldmatrix".
template <bool Transposes>
__device__ __forceinline__ void loadMatrices(unsigned (&matrices)[4], const void *row) {
  const unsigned from = static_cast<unsigned>(__cvta_generic_to_shared(row));
  if constexpr (Transposes)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
                 : "r"(from)
                 : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
                 : "r"(from)
                 : "memory");
}

/// Loads 16 rows of A (OfA), or columns of B, for 16 steps of k from `step` on: the `offset`th (a
/// multiple of 16) and following after the warp's `first`. Each part has eight of the 16 for eight
/// steps: of A the first eight, the others, then both eight steps on; of B the first eight, the
/// same eight steps on, then so the others. What one product takes are adjacent registers. Boxes
/// have steps of k in their columns (AlongK) or in their rows, which ldmatrix then transposes; a
/// warp's part lies in the same columns of boxes of Rows rows, which lie behind each other. PTX ISA
/// "Warp-level matrix load instruction: ldmatrix".
template <bool OfA, bool AlongK, int Rows, typename Element>
__device__ __forceinline__ void loadFragment16(unsigned (&fragment)[4], const Element *tile,
                                               int first, int offset, int step, int lane) {
  static_assert(sizeof(Element) == 2, "ldmatrix loads 16-bit elements");
  // The lane gives the address of a row of eight elements: of matrix lane / 8 row lane % 8. Its own
  // part of the offset is apart from the constant one.
  const int own = lane % 8;
  const int upper = OfA ? lane / 8 % 2 : lane / 16; // of the rows or columns, the other eight
  const int later = OfA ? lane / 16 : lane / 8 % 2; // of the steps
  const Element *row;
  if constexpr (AlongK) {
    const int constant = (step / BoxColumns16 * Rows + offset) * BoxColumns16;
    const int chunk = (later ^ own) ^ step % BoxColumns16 / 8;
    row = tile + (first + upper * 8 + own) * BoxColumns16 + chunk * 8 + constant;
  } else {
    const int box = first / BoxColumns16 * Rows * BoxColumns16;
    const int chunk = (first % BoxColumns16 / 8 ^ upper ^ own) ^ offset / 8;
    row = tile + box + (later * 8 + own) * BoxColumns16 + chunk * 8 + step * BoxColumns16;
  }
  loadMatrices<!AlongK>(fragment, row);
}

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

/// Doubles of a row of a box: 128 bytes.
constexpr int BoxColumns = 16;

/// Where an element lies in a box that begins at a multiple of 1024 bytes: within each row, pairs
/// change places with the row. PTX ISA "Tensor Copy: Swizzling Modes", 128 bytes.
__device__ __forceinline__ int swizzled(int row, int column) {
  return row * BoxColumns + ((column / 2) ^ (row % 8)) * 2 + column % 2;
}

/// Which of 16 rows of A, or columns of B, `part` (0 or 1) of the fragment of lane 4 * group + step
/// is. The order is free, as long as C has the same; in these lanes read from different banks.
/// Boxes have steps of k in their columns (AlongK) or in their rows.
template <bool AlongK>
__device__ __forceinline__ int placeOf(int group, int part) {
  return AlongK ? 2 * group + part : group / 2 * 2 + group % 2 * 8 + part;
}

/// Loads both parts from 16 rows of A, or columns of B, for 4 steps of k from `step` on. The boxes,
/// of Rows rows, lie behind each other; the 16 are rows of them from `first` on (AlongK), or the
/// columns of box `first`.
template <bool AlongK, int Rows>
__device__ __forceinline__ void loadFragment(double (&fragment)[2], const double *tile, int first,
                                             int step, int lane) {
  const int group = lane / 4, ofStep = lane % 4;
  // The lane's own part of the offset, which few steps differ in, is apart from the constant one.
  if constexpr (AlongK) {
    const int constant = (step / BoxColumns * Rows + first) * BoxColumns;
#pragma unroll
    for (int part = 0; part < 2; ++part)
      fragment[part] =
          (tile + swizzled(placeOf<true>(group, part), step % BoxColumns + ofStep))[constant];
  } else {
    const int constant = (first * Rows + step / 8 * 8) * BoxColumns;
    const double *own = tile + swizzled(step % 8 + ofStep, placeOf<false>(group, 0));
    const auto pair = loadVector<2>(own + constant);
    fragment[0] = pair.values[0];
    fragment[1] = pair.values[1];
  }
}

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
