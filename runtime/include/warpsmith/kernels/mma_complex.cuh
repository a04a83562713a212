/// Of a kernel on mma.sync (mma.cuh, which says what a Problem has): what sums of complex numbers
/// start from, and what becomes of them. A step of k is two of a product of real matrices: rows of
/// A have the parts of their elements side by side, as in memory, and each column of B is two, for
/// the real and the imaginary part of a sum. In these B's parts stand in the order, and with the
/// signs, of the products of parts. So each sum adds products in the order of the original, if it
/// is of doubles. How floats are multiplied, mma_complex_float.cuh says.
#pragma once

#include "warpsmith/device/mma_boxes_complex.h"
#include "warpsmith/kernels/mma_complex_float.cuh"
#include "warpsmith/kernels/mma_tile.cuh"

namespace warpsmith::mma {

/// The row in C of the lane's sums sum[i][j][.][at], of which a warp's begin at `first`.
template <typename Problem>
__device__ __forceinline__ int complexRowOf(int first, int i, int at, int lane) {
  if constexpr (Problem::Doubles)
    return first + 16 * i + at / 2 * 8 + warpsmith::placeOfComplex(lane / 4);
  else
    return first + 16 * i + at / 2 * 8 + lane / 4;
}
/// The column of these.
template <typename Problem>
__device__ __forceinline__ int complexColumnOf(int first, int j, int at, int lane) {
  if constexpr (Problem::Doubles)
    return first + 8 * j + warpsmith::placeOfComplex(lane % 4 * 2 + at % 2);
  else
    return first + 8 * j + lane % 4 * 2 + at % 2;
}

/// What the sums of the lane start from: sum[.][.][0] are real parts, sum[.][.][1] imaginary ones.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
startComplexSums(const Problem &problem,
                 typename Problem::Sum (&sum)[Tile::WarpM / 16][Tile::FragmentsN][2][4],
                 int firstRow, int firstColumn, int lane) {
#pragma unroll
  for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
    for (int j = 0; j < Tile::FragmentsN; ++j)
#pragma unroll
      for (int at = 0; at < 4; ++at) {
        if constexpr (Problem::StartsFromConstant) {
          const typename Problem::C first = problem.start(typename Problem::C{}, 0, 0);
          sum[i][j][0][at] = first.x;
          sum[i][j][1][at] = first.y;
        } else {
          const int row = complexRowOf<Problem>(firstRow, i, at, lane);
          const int column = complexColumnOf<Problem>(firstColumn, j, at, lane);
          typename Problem::C first = {};
          if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
              column < problem.n) {
            const typename Problem::C old = problem.c[(long long)row * problem.ldc + column];
            first = problem.start(old, row, column);
          }
          sum[i][j][0][at] = first.x;
          sum[i][j][1][at] = first.y;
        }
      }
}

/// Stores what becomes of the lane's sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
storeComplexSums(const Problem &problem,
                 typename Problem::Sum (&sum)[Tile::WarpM / 16][Tile::FragmentsN][2][4],
                 int firstRow, int firstColumn, int lane, const typename Problem::Part *sourceA,
                 int fromA, const typename Problem::Part *sourceB, int fromB) {
#pragma unroll
  for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      const int row = complexRowOf<Problem>(firstRow, i, at, lane);
#pragma unroll
      for (int j = 0; j < Tile::FragmentsN; ++j) {
        const int column = complexColumnOf<Problem>(firstColumn, j, at, lane);
        if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
            column < problem.n) {
          typename Problem::C *const to = problem.c + (long long)row * problem.ldc + column;
          typename Problem::C old = {};
          if constexpr (Problem::ReadsOld)
            old = *to;
          typename Problem::C total;
          total.x = sum[i][j][0][at];
          total.y = sum[i][j][1][at];
          if constexpr (Problem::Terms > 1)
            if (!isfinite(total.x) || !isfinite(total.y))
              total = sumOfElements(problem, row, column, sourceA, fromA, sourceB, fromB);
          *to = problem.finish(total, old, row, column);
        }
      }
    }
}

} // namespace warpsmith::mma
