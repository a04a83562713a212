/// What the results of a kernel on warpgroup products (wgmma.cuh) read besides their sums. Each
/// value of a row or of a column is read once for a tile, before its products are summed, so that
/// it is on its way meanwhile: a thread holds those of its rows, and those of columns are held by
/// the threads of a warpgroup together, which hand them to each other through shared memory. A
/// matrix that lies as C does comes with the old elements of C (storeInRing).
///
///   Reads                       types of what they read: OfRow, OfColumn and Beside
///   BytesOfRow, BytesOfColumn   the sizes of the first two, or 0 where there is nothing to read
///   OfRow ofRow(int row)        what the results of a row read; also OfColumn ofColumn(int column)
///   ReadsBeside                 they read an element of a matrix as large as C, of elements of the
///                               same size. Then
///   Beside besideAt(int row, int column)
///                               is that element, const Beside *beside() is the first one,
///                               pitchOfBeside() are from one row to the next, and, if Batched,
///                               batchOfBeside() from one matrix to the next, or 0; mapOfBeside and
///                               copiesBeside say how TMA copies it, if it does
#pragma once

#include "warpsmith/device/epilogue_reads.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/kernels/wgmma_tile.cuh"

namespace warpsmith::wgmma {

/// What a result of this row reads, where it has not been read before; and of this column, and of
/// this element.
template <typename Problem>
__device__ __forceinline__ typename Problem::Reads::OfRow ofRowAt(const Problem &problem, int row) {
  if constexpr (Problem::BytesOfRow > 0)
    return problem.ofRow(row);
  else
    return {};
}
template <typename Problem>
__device__ __forceinline__ typename Problem::Reads::OfColumn ofColumnAt(const Problem &problem,
                                                                        int column) {
  if constexpr (Problem::BytesOfColumn > 0)
    return problem.ofColumn(column);
  else
    return {};
}
template <typename Problem>
__device__ __forceinline__ typename Problem::Reads::Beside besideAt(const Problem &problem, int row,
                                                                    int column) {
  if constexpr (Problem::ReadsBeside)
    return problem.besideAt(row, column);
  else
    return {};
}

/// Reads what the results of a thread's rows need, two of each 64 rows from `firstRow` on. Results
/// beyond C are not stored, but what they read must exist.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
readOfRows(const Problem &problem, int firstRow,
           typename Problem::Reads::OfRow (&ofRows)[Tile::HeldRows]) {
  const int own = firstRow + threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4;
#pragma unroll
  for (int i = 0; i < Tile::HeldRows; ++i)
    ofRows[i] = problem.ofRow(min(own + i / 2 * 64 + i % 2 * 8, problem.m - 1));
}

/// Reads a thread's share of what the columns of the tile from `firstColumn` on need, which the
/// warpgroup holds.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
readOfColumns(const Problem &problem, int firstColumn,
              typename Problem::Reads::OfColumn (&ofColumns)[Tile::HeldColumns]) {
#pragma unroll
  for (int i = 0; i < Tile::HeldColumns; ++i)
    ofColumns[i] =
        problem.ofColumn(min(firstColumn + (int)threadIdx.x % 128 + i * 128, problem.n - 1));
}

/// Where a warpgroup finds those of the columns from `first` of the tile on: those of a box, or of
/// the next one, or of all.
template <typename Problem, typename Tile>
__device__ __forceinline__ typename Problem::Reads::OfColumn *sharedOfColumns(unsigned char *boxes,
                                                                              int first) {
  return reinterpret_cast<typename Problem::Reads::OfColumn *>(
             boxes + (Tile::SharedBytes - Tile::RingBytes - Tile::BytesOfReads)) +
         ((int)threadIdx.x / 128 - 1) * Tile::ColumnsOfReads + first % Tile::ColumnsOfReads;
}

/// What two neighbouring columns need, from there.
template <typename Problem>
__device__ __forceinline__ void loadOfColumns(const typename Problem::Reads::OfColumn *from,
                                              typename Problem::Reads::OfColumn &ofFirst,
                                              typename Problem::Reads::OfColumn &ofSecond) {
  if constexpr (Problem::BytesOfColumn == 2 || Problem::BytesOfColumn == 4 ||
                Problem::BytesOfColumn == 8) {
    const auto both = warpsmith::loadVector<2>(from);
    ofFirst = both.values[0];
    ofSecond = both.values[1];
  } else {
    ofFirst = from[0];
    ofSecond = from[1];
  }
}

/// The threads that hold them write them there. All must have read what was there.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
shareOfColumns(unsigned char *boxes, int first,
               const typename Problem::Reads::OfColumn (&ofColumns)[Tile::HeldColumns]) {
  const int own = (int)threadIdx.x % 128 - first % 128;
  if (own >= 0 && own < Tile::StoreColumns)
    sharedOfColumns<Problem, Tile>(boxes, first)[own] = ofColumns[first / 128];
}

} // namespace warpsmith::wgmma
