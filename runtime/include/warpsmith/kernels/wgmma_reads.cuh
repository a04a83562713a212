/// What the results of a kernel on warpgroup products (wgmma.cuh) read besides their sums. Each
/// value of a row or of a column is read once for a tile, while its products are summed: by the
/// warps beside the one that copies operands, which put them into shared memory. A matrix that lies
/// as C does comes with the old elements of C (storeInRing).
///
///   Reads                       types of what they read: OfRow, OfColumn and Beside
///   BytesOfRow, BytesOfColumn   the sizes of the first two, or 0 where there is nothing to read
///   ReadsOnce                   there is: slices, and what is stored on both sides of a diagonal,
///                               read it where it lies
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
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
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

/// Where a tile's values are in shared memory, behind the boxes: those of its columns, and of its
/// rows.
template <typename Problem, typename Tile>
__device__ __forceinline__ typename Problem::Reads::OfColumn *sharedOfColumns(unsigned char *boxes,
                                                                              int slot) {
  return reinterpret_cast<typename Problem::Reads::OfColumn *>(boxes + Tile::BytesOfBoxes +
                                                               slot * Tile::BytesOfReads);
}
template <typename Problem, typename Tile>
__device__ __forceinline__ typename Problem::Reads::OfRow *sharedOfRows(unsigned char *boxes,
                                                                        int slot) {
  return reinterpret_cast<typename Problem::Reads::OfRow *>(
      boxes + Tile::BytesOfBoxes + slot * Tile::BytesOfReads + Tile::BytesOfColumns);
}

/// Warps read a tile's values: before those of an earlier tile are no longer needed, and put them
/// in their place then. Results beyond C are not stored, but what they read must exist.
template <typename Problem, typename Tile>
__device__ __forceinline__ void readForTile(const Problem &problem, int blockRow, int blockColumn,
                                            unsigned char *boxes, warpsmith::Barrier *full,
                                            warpsmith::Barrier *empty,
                                            const warpsmith::RingPlace<Tile::ReadSlots> &place) {
  constexpr int ReadingThreads = Tile::ReadingWarps * 32;
  constexpr int Rows = (Tile::BlockM + ReadingThreads - 1) / ReadingThreads;
  constexpr int Columns = (Tile::BlockN + ReadingThreads - 1) / ReadingThreads;
  const int thread = (int)threadIdx.x - (128 - ReadingThreads);
  [[maybe_unused]] typename Problem::Reads::OfRow ofRows[Rows];
  [[maybe_unused]] typename Problem::Reads::OfColumn ofColumns[Columns];
  if constexpr (Problem::BytesOfRow > 0)
#pragma unroll
    for (int i = 0; i < Rows; ++i)
      ofRows[i] = problem.ofRow(min(blockRow + thread + i * ReadingThreads, problem.m - 1));
  if constexpr (Problem::BytesOfColumn > 0)
#pragma unroll
    for (int i = 0; i < Columns; ++i)
      ofColumns[i] =
          problem.ofColumn(min(blockColumn + thread + i * ReadingThreads, problem.n - 1));
  warpsmith::wait(&empty[place.stage], place.parity ^ 1);
  if constexpr (Problem::BytesOfRow > 0)
#pragma unroll
    for (int i = 0; i < Rows; ++i)
      if (thread + i * ReadingThreads < Tile::BlockM)
        sharedOfRows<Problem, Tile>(boxes, place.stage)[thread + i * ReadingThreads] = ofRows[i];
  if constexpr (Problem::BytesOfColumn > 0)
#pragma unroll
    for (int i = 0; i < Columns; ++i)
      if (thread + i * ReadingThreads < Tile::BlockN)
        sharedOfColumns<Problem, Tile>(boxes, place.stage)[thread + i * ReadingThreads] =
            ofColumns[i];
  __syncwarp();
  if (thread % 32 == 0)
    warpsmith::arrive(&full[place.stage]);
}

/// A warp no longer needs a tile's values.
__device__ __forceinline__ void releaseReads(warpsmith::Barrier *empty) {
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    warpsmith::arrive(empty);
}

/// What two neighbouring columns need.
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

/// What a thread's rows read, of 64 rows.
template <typename Problem>
__device__ __forceinline__ void loadOfBoth(const typename Problem::Reads::OfRow *ofRows,
                                           typename Problem::Reads::OfRow (&ofBoth)[2]) {
#pragma unroll
  for (int i = 0; i < 2; ++i)
    ofBoth[i] = ofRows[threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4 + i * 8];
}

/// What the pairs of results read that a thread makes at once, from column `first` of the tile on:
/// those of both rows are of the same columns.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadOfPairs(const typename Problem::Reads::OfColumn *ofColumns, int first,
            typename Problem::Reads::OfColumn (&ofPairs)[Tile::PairsTogether]) {
#pragma unroll
  for (int i = 0; i < Tile::PairsTogether; i += 2)
    loadOfColumns<Problem>(ofColumns + first + threadIdx.x % 4 * 2 + i * 4, ofPairs[i],
                           ofPairs[i + 1]);
}

} // namespace warpsmith::wgmma
