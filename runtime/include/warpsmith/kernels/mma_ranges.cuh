/// Of a kernel on mma.sync (mma.cuh, which says what a Problem has): where a lane's sums are in C,
/// and k-tiles at the ends of the ranges of steps that elements of C have. What lies outside of an
/// element's range may be anything: no product of it reaches the sum.
///
/// With ranges a Problem needs besides, for the device and the host:
///
///   firstStep(row, column), endOfSteps(row, column, k)
///                               an element's range; neither is less further down or right, and
///                               each is the larger or smaller of a row's and a column's own
///   rowsBefore(end, m), columnsBefore(end, n)
///                               the rows and columns of C in which ranges begin before `end`
///   ExponentBits                of a Part of 16 bits: those that are all 1 in infinities and NaNs
#pragma once

#include "warpsmith/device/instruction_order.h"
#include "warpsmith/device/mma_boxes.h"
#include "warpsmith/kernels/mma_tile.cuh"

namespace warpsmith::mma {

/// The row in C of the lane's sums sum[i][j][.][at], of which a warp's begin at `first`.
template <typename Problem>
__device__ __forceinline__ int rowOf(int first, int i, int at, int lane) {
  if constexpr (Problem::Doubles)
    return first + 16 * i + warpsmith::placeOf<Problem::AlongKA>(lane / 4, at / 2);
  else
    return first + 16 * i + lane / 4 + at / 2 * 8;
}
/// The column in C of the first of both that have this `at`.
template <typename Problem>
__device__ __forceinline__ int columnOf(int first, int j, int at, int lane) {
  if constexpr (Problem::Doubles)
    return first + 16 * j + warpsmith::placeOf<Problem::AlongKB>(lane % 4 * 2 + at % 2, 0);
  else
    return first + 16 * j + at % 2 * 8 + lane % 4 * 2;
}

/// The first step of a k-tile of which the block's tile of C has some.
template <typename Problem, typename Tile>
__device__ __forceinline__ int firstStepOfBlock(const Problem &problem, int blockRow,
                                                int blockColumn) {
  const int first = problem.firstStep(blockRow, blockColumn);
  return first / Tile::BlockK * Tile::BlockK;
}
/// The end of the steps that the block's tile has.
template <typename Problem, typename Tile>
__device__ __forceinline__ int endOfStepsOfBlock(const Problem &problem, int blockRow,
                                                 int blockColumn) {
  return problem.endOfSteps(min(blockRow + Tile::BlockM, problem.m) - 1,
                            min(blockColumn + Tile::BlockN, problem.n) - 1, problem.k);
}
/// The k-tiles from one to the other.
template <typename Problem, typename Tile>
__device__ __forceinline__ int tilesOfBlock(const Problem &problem, int blockRow, int blockColumn) {
  const int first =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn) : 0;
  const int end = Problem::EndsEarlier
                      ? endOfStepsOfBlock<Problem, Tile>(problem, blockRow, blockColumn)
                      : problem.k;
  return (max(end - first, 0) + Tile::BlockK - 1) / Tile::BlockK;
}
/// The first of these `tiles` at which all ranges have begun.
template <typename Problem, typename Tile>
__device__ __forceinline__ int firstWholeTile(const Problem &problem, int blockRow, int blockColumn,
                                              int tiles) {
  const int first = firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn);
  const int all = problem.firstStep(min(blockRow + Tile::BlockM, problem.m) - 1,
                                    min(blockColumn + Tile::BlockN, problem.n) - 1);
  return min(tiles, (all - first + Tile::BlockK - 1) / Tile::BlockK);
}
/// The number of those at whose end no range has ended.
template <typename Problem, typename Tile>
__device__ __forceinline__ int endOfWholeTiles(const Problem &problem, int blockRow,
                                               int blockColumn) {
  const int first =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn) : 0;
  const int end =
      Problem::EndsEarlier ? problem.endOfSteps(blockRow, blockColumn, problem.k) : problem.k;
  return (end - first) / Tile::BlockK;
}

/// A row or column of an operand at a step, from boxes of Rows rows.
template <typename Problem, bool AlongK, int Rows>
__device__ __forceinline__ typename Problem::Sum elementOf(const typename Problem::Part *boxes,
                                                           int index, int step) {
  const int row = AlongK ? index : step, column = AlongK ? step : index;
  if constexpr (Problem::Doubles)
    return boxes[column / warpsmith::BoxColumns * Rows * warpsmith::BoxColumns +
                 warpsmith::swizzled(row, column % warpsmith::BoxColumns)];
  else
    return static_cast<float>(
        boxes[column / warpsmith::BoxColumns16 * Rows * warpsmith::BoxColumns16 +
              warpsmith::swizzled16(row, column % warpsmith::BoxColumns16)]);
}

/// Adds products of a k-tile one by one, in the steps from `step` on that a fragment has, to those
/// of the lane's sums sum[i][j] whose ranges have them. The k-tile begins at step k0.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
multiplyElements(const Problem &problem, typename Problem::Sum (&sum)[2][4],
                 const typename Problem::Part *tileA, const typename Problem::Part *tileB,
                 int blockRow, int blockColumn, int warpRow, int warpColumn, int i, int j, int k0,
                 int step, int lane) {
#pragma unroll 1
  for (int s = step; s < step + Tile::Steps; ++s) {
    warpsmith::computeAnew(lane); // places of all sums would take too many registers
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      const int row = rowOf<Problem>(warpRow, i, at, lane);
      const auto elementA = elementOf<Problem, Problem::AlongKA, Tile::RowsOfBoxA>(tileA, row, s);
#pragma unroll
      for (int part = 0; part < 2; ++part) {
        const int column = columnOf<Problem>(warpColumn, j, at, lane) + part;
        const auto elementB =
            elementOf<Problem, Problem::AlongKB, Tile::RowsOfBoxB>(tileB, column, s);
        if ((!Problem::StartsLater ||
             k0 + s >= problem.firstStep(blockRow + row, blockColumn + column)) &&
            (Problem::EndsEarlier
                 ? k0 + s < problem.endOfSteps(blockRow + row, blockColumn + column, problem.k)
                 : k0 + s < problem.k)) {
          if constexpr (Problem::Doubles)
            sum[part][at] = ::fma(elementA, elementB, sum[part][at]);
          else
            sum[at % 2][at / 2 * 2 + part] =
                fmaf(elementA, elementB, sum[at % 2][at / 2 * 2 + part]);
        }
      }
    }
  }
}

/// Both elements of a pair of 16 bits each, at a step and the next one, with 0 instead of those
/// outside of a range.
__device__ __forceinline__ unsigned pairWithin(unsigned pair, int step, int first, int end) {
  return pair & ((step >= first && step < end ? 0xffffu : 0) |
                 (step + 1 >= first && step + 1 < end ? 0xffff0000u : 0));
}
/// Whether one of them is infinite or a NaN.
template <int ExponentBits>
__device__ __forceinline__ bool hasNonfinite(unsigned pair) {
  return (pair & ExponentBits) == ExponentBits || (pair >> 16 & ExponentBits) == ExponentBits;
}

/// Adds the products of a k-tile from step k0 on to the warp's sums whose ranges have them.
///
/// Doubles: products of fragments at the end of some range are added one by one, since a zero in
/// the place of an operand would make a -0 a 0, and a NaN of what it is multiplied by.
/// 16 bits: a range is that of a row and of a column, so zeros in A and in B leave the products of
/// both. They change no sum if all that they are multiplied by is finite.
template <typename Problem, typename Tile, typename LoadA, typename LoadB, typename Multiply>
__device__ __forceinline__ void
multiplyEnd(const Problem &problem,
            typename Problem::Sum (&sum)[Tile::WarpM / 16][Tile::FragmentsN][2][4],
            typename Problem::Fragment (&fragmentA)[Tile::WarpM / 16][Problem::Doubles ? 2 : 4],
            typename Problem::Fragment (&fragmentB)[Tile::FragmentsN][Problem::Doubles ? 2 : 4],
            const typename Problem::Part *tileA, const typename Problem::Part *tileB, int blockRow,
            int blockColumn, int warpRow, int warpColumn, int k0, int lane, const LoadA &loadA,
            const LoadB &loadB, const Multiply &multiply) {
  const int firstRow = blockRow + warpRow, firstColumn = blockColumn + warpColumn;
  const int lastRow = firstRow + Tile::WarpM - 1, lastColumn = firstColumn + Tile::WarpN - 1;
#pragma unroll 1
  for (int step = 0; step < Tile::BlockK; step += Tile::Steps) {
    const int begin = k0 + step;
    if ((Problem::StartsLater && begin + Tile::Steps <= problem.firstStep(firstRow, firstColumn)) ||
        begin >=
            (Problem::EndsEarlier ? problem.endOfSteps(lastRow, lastColumn, problem.k) : problem.k))
      continue; // no sum of the warp has these steps
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
      loadA(i, step);
#pragma unroll
    for (int j = 0; j < Tile::FragmentsN; ++j)
      loadB(j, step);
    bool each = false; // products are added one by one
    if constexpr (!Problem::Doubles) {
#pragma unroll
      for (int part = 0; part < 4; ++part) {
#pragma unroll
        for (int i = 0; i < Tile::WarpM / 16; ++i) {
          const int row = firstRow + 16 * i + lane / 4 + part % 2 * 8;
          fragmentA[i][part] = pairWithin(
              fragmentA[i][part], begin + lane % 4 * 2 + part / 2 * 8,
              Problem::StartsLater ? problem.firstStep(row, firstColumn) : 0,
              Problem::EndsEarlier ? problem.endOfSteps(row, lastColumn, problem.k) : problem.k);
          each |= hasNonfinite<Problem::ExponentBits>(fragmentA[i][part]);
        }
#pragma unroll
        for (int j = 0; j < Tile::FragmentsN; ++j) {
          const int column = firstColumn + 16 * j + lane / 4 + part / 2 * 8;
          fragmentB[j][part] = pairWithin(
              fragmentB[j][part], begin + lane % 4 * 2 + part % 2 * 8,
              Problem::StartsLater ? problem.firstStep(firstRow, column) : 0,
              Problem::EndsEarlier ? problem.endOfSteps(lastRow, column, problem.k) : problem.k);
          each |= hasNonfinite<Problem::ExponentBits>(fragmentB[j][part]);
        }
      }
      each = __any_sync(0xffffffff, each);
    }
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
      for (int j = 0; j < Tile::FragmentsN; ++j) {
        if constexpr (Problem::Doubles) {
          const int row = firstRow + 16 * i, column = firstColumn + 16 * j;
          each =
              (Problem::StartsLater && begin < problem.firstStep(row + 15, column + 15)) ||
              begin + Tile::Steps >
                  (Problem::EndsEarlier ? problem.endOfSteps(row, column, problem.k) : problem.k);
        }
        if (each)
          multiplyElements<Problem, Tile>(problem, sum[i][j], tileA, tileB, blockRow, blockColumn,
                                          warpRow, warpColumn, i, j, k0, step, lane);
        else
          multiply(i, j);
      }
  }
}

} // namespace warpsmith::mma
