/// Of a kernel on mma.sync (mma.cuh, which says what a Problem has): products of complex numbers of
/// floats, as TF32, FP16 or BF16 numbers, or exactly as three BF16 parts each.
///
/// Both parts of a number are two steps of k of a product of real matrices. A's are taken as they
/// lie. Those of a column of B are taken twice, in the order and with the signs of the products of
/// the real part of a sum, and of those of the imaginary one.
///
/// The parts of a split number x are x0 + x1 / 256 + x2 / 65536 (takeBf16): of a product of two
/// numbers six products of parts are added, and those of x1 y2, x2 y1 and x2 y2 left out, which are
/// less than 2^-23 of it. Products of one scale are summed by themselves over the few steps of an
/// instruction, since the tensor cores cut off what they add, and go into the sum in FP32. Numbers
/// too small for such parts are made NaN, so that their sums are computed from the elements.
#pragma once

#include "warpsmith/device/mma_boxes_complex_float.h"
#include "warpsmith/kernels/mma_tile.cuh"

namespace warpsmith::mma {

/// Both rows or columns of eights that a lane has of A's fragment i for the steps of k from `step`
/// on.
template <typename Problem, typename Tile>
__device__ __forceinline__ void loadFloatsOfA(const Problem &problem,
                                              unsigned (&fragment)[4 * Problem::Terms],
                                              const float2 *tile, int i, int step, int lane) {
  if constexpr (Problem::Tf32) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const float2 number = warpsmith::loadComplexFloat<Problem::AlongKA, Tile::RowsOfBoxA>(
          tile, 2 * i + half, step, lane);
      fragment[half] = warpsmith::roundToTf32(number.x);
      fragment[2 + half] = warpsmith::roundToTf32(number.y);
    }
  } else {
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      float2 number = warpsmith::loadComplexFloat<Problem::AlongKA, Tile::RowsOfBoxA>(
          tile, 2 * i + at % 2, step + at / 2 * 4, lane);
      if constexpr (Problem::Terms > 1) {
        number = {warpsmith::orNaN(number.x), warpsmith::orNaN(number.y)};
#pragma unroll
        for (int term = 0; term < Problem::Terms; ++term)
          fragment[4 * term + at] = warpsmith::takeBf16(number);
      } else
        fragment[at] = problem.pack(number.x, number.y);
    }
  }
}

/// The same of the eight columns of B's fragment j.
template <typename Problem, typename Tile>
__device__ __forceinline__ void loadFloatsOfB(const Problem &problem,
                                              unsigned (&fragment)[2 * Problem::Terms],
                                              const float2 *tile, int j, int step, int lane) {
  if constexpr (Problem::Tf32) {
    const float2 number =
        warpsmith::loadComplexFloat<Problem::AlongKB, Tile::RowsOfBoxB>(tile, j, step, lane);
    fragment[0] = warpsmith::roundToTf32(number.x);
    fragment[1] = warpsmith::roundToTf32(number.y);
  } else {
#pragma unroll
    for (int at = 0; at < 2; ++at) {
      float2 number = warpsmith::loadComplexFloat<Problem::AlongKB, Tile::RowsOfBoxB>(
          tile, j, step + at * 4, lane);
      if constexpr (Problem::Terms > 1) {
        number = {warpsmith::orNaN(number.x), warpsmith::orNaN(number.y)};
#pragma unroll
        for (int term = 0; term < Problem::Terms; ++term)
          fragment[2 * term + at] = warpsmith::takeBf16(number);
      } else
        fragment[at] = problem.pack(number.x, number.y);
    }
  }
}

/// sum += A * B of one part of the sums: B's parts come in the order that First, and with the signs
/// that Signs says.
template <typename Problem, int First, int Signs>
__device__ __forceinline__ void multiplyFloats(const Problem &problem, float (&sum)[4],
                                               const unsigned (&ofA)[4 * Problem::Terms],
                                               const unsigned (&ofB)[2 * Problem::Terms]) {
  if constexpr (Problem::Tf32)
    problem.multiply(sum, ofA, warpsmith::withSignBit<Signs % 2>(ofB[First]),
                     warpsmith::withSignBit<Signs / 2>(ofB[1 - First]));
  else if constexpr (Problem::Terms == 1)
    problem.multiply(sum, ofA, warpsmith::orderedParts<First, Signs>(ofB[0]),
                     warpsmith::orderedParts<First, Signs>(ofB[1]));
  else {
    float scaled[Problem::Terms][4] = {}; // sums of products of one scale
#pragma unroll
    for (int scale = 0; scale < Problem::Terms; ++scale)
#pragma unroll
      for (int low = 0; low <= scale; ++low) {
        const unsigned term[] = {ofA[4 * low], ofA[4 * low + 1], ofA[4 * low + 2],
                                 ofA[4 * low + 3]};
        problem.multiply(scaled[scale], term,
                         warpsmith::orderedParts<First, Signs>(ofB[2 * (scale - low)]),
                         warpsmith::orderedParts<First, Signs>(ofB[2 * (scale - low) + 1]));
      }
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      constexpr float Back = 1 / warpsmith::LowPartScale;
      sum[at] += fmaf(fmaf(scaled[2][at], Back, scaled[1][at]), Back, scaled[0][at]);
    }
  }
}

/// The sum of an element of C from elements as they are. Where one of them is infinite, no number
/// or too small, sums of their parts are no numbers; where one is near FP32's end, its first part
/// is infinite.
template <typename Problem>
__device__ __noinline__ float2 sumOfElements(const Problem &problem, int row, int column,
                                             const float2 *sourceA, int fromA,
                                             const float2 *sourceB, int fromB) {
  float2 old = {};
  if constexpr (!Problem::StartsFromConstant)
    old = problem.c[(long long)row * problem.ldc + column];
  float2 sum = problem.start(old, row, column);
  for (int step = 0; step < problem.k; ++step) {
    const float2 x =
        sourceA[Problem::AlongKA ? (long long)row * fromA + step : (long long)step * fromA + row];
    const float2 y = sourceB[Problem::AlongKB ? (long long)column * fromB + step
                                              : (long long)step * fromB + column];
    sum.x =
        fmaf(Problem::Subtracts0 % 2 == 1 ? -x.x : x.x, Problem::PartB0 == 1 ? y.y : y.x, sum.x);
    sum.x =
        fmaf(Problem::Subtracts0 / 2 == 1 ? -x.y : x.y, Problem::PartB0 == 1 ? y.x : y.y, sum.x);
    sum.y =
        fmaf(Problem::Subtracts1 % 2 == 1 ? -x.x : x.x, Problem::PartB1 == 1 ? y.y : y.x, sum.y);
    sum.y =
        fmaf(Problem::Subtracts1 / 2 == 1 ? -x.y : x.y, Problem::PartB1 == 1 ? y.x : y.y, sum.y);
  }
  return sum;
}

} // namespace warpsmith::mma
