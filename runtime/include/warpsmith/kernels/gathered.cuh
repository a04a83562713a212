/// A product whose rows, columns or steps are counted by several indices, on the FP32, FP64 or
/// integer units: direct convolutions, and whatever else no leading dimension describes. A block
/// gathers tiles of A and B to shared memory, from which each thread loads fragments into
/// registers, one FMA a product. Of an element's address, one part depends on its row or column
/// alone, and the other on its step: the former is found once, the latter once a tile.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; const B *b      the operands' first elements
///   C *c                        where results go
///   rowOfA(row), stepOfA(step)  how far they move an element on; stepOfB, columnOfB, rowOfC and
///                               columnOfC are the others'
///   batchOfA(batch)             if Batched, where a product of the batch begins; also for B and C
///
///   A, B, C                     types of elements
///   Sum                         type of the sums
///   start(old, row, column)     what a sum starts from, if not StartsFromZero
///   add(sum, a, b)              a step of a sum
///   finish(sum, old, row, column) what is stored for a sum
///   AlongKA, AlongKB            elements of steps side by side are adjacent in an operand
///   PlacesA, PlacesB            dimensions of the operand that have padding; 0 of one of the two
///   SkipsPadding                a step in padding leaves the sum as it is; else it takes a zero
///   placeOfLine(place, line)    where a row of A or a column of B is in such a dimension
///   placeOfStep(place, step)    what the step adds to that
///   extentOf(place)             the dimension's extent
#pragma once

#include "warpsmith/device/gather.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/kernels/gathered_tile.cuh"

namespace warpsmith::gathered {

/// The i-th row and column, in the block's tile, of a thread.
template <typename Tile>
__device__ constexpr int rowOf(int i, int threadRow) {
  return (i / Tile::RunM * Tile::ThreadRows + threadRow) * Tile::RunM + i % Tile::RunM;
}
template <typename Tile>
__device__ constexpr int columnOf(int i, int threadColumn) {
  return (i / Tile::RunN * Tile::ThreadColumns + threadColumn) * Tile::RunN + i % Tile::RunN;
}

/// A Problem, whose members are many, from all of them.
template <typename Problem, typename... Members>
__host__ __device__ constexpr Problem problemOf(Members... members) {
  return {members...};
}

/// The block's tile of C.
template <typename Problem, typename Tile>
__device__ __forceinline__ void computeTile(Problem problem) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
  constexpr int WarpsAlongN = Tile::ThreadColumns / Tile::WarpColumns;
  const int warp = thread / 32, lane = thread % 32;
  const int threadRow = warp / WarpsAlongN * Tile::WarpRows + lane / Tile::WarpColumns;
  const int threadColumn = warp % WarpsAlongN * Tile::WarpColumns + lane % Tile::WarpColumns;
  // This block's product of the batch.
  if constexpr (Problem::Batched) {
    const int batch = blockIdx.z;
    problem.a += problem.batchOfA(batch);
    problem.b += problem.batchOfB(batch);
    problem.c += problem.batchOfC(batch);
  }

  __shared__ __align__(16) typename Problem::A tileA[Tile::BlockK * Tile::PitchA];
  __shared__ __align__(16) typename Problem::B tileB[Tile::BlockK * Tile::PitchB];
  // Of the steps of the tile that is read next, how far they move elements on.
  __shared__ int stepsA[Tile::BlockK], stepsB[Tile::BlockK];
  constexpr int Places = Problem::PlacesA + Problem::PlacesB;
  [[maybe_unused]] __shared__ int
      stepPlaces[Problem::PlacesA + Problem::PlacesB > 0 ? Places * Tile::BlockK : 1];
  // Whether elements of the tile exist, of an operand with padding.
  constexpr int PaddedLines = Problem::PlacesA > 0 ? Tile::BlockM : Tile::BlockN;
  [[maybe_unused]] __shared__ bool present[Problem::SkipsPadding ? Tile::BlockK * PaddedLines : 1];

  const auto findSteps = [&](int k0) {
    if (thread < Tile::BlockK && k0 + thread < problem.k) {
      const int step = k0 + thread;
      stepsA[thread] = problem.stepOfA(step);
      stepsB[thread] = problem.stepOfB(step);
      if constexpr (Problem::PlacesA + Problem::PlacesB > 0) {
#pragma unroll
        for (int place = 0; place < Places; ++place)
          stepPlaces[place * Tile::BlockK + thread] = problem.placeOfStep(place, step);
      }
    }
  };
  warpsmith::Gather<typename Problem::A, Tile::BlockM, Tile::BlockK, Tile::PitchA, Tile::Threads,
                    Problem::AlongKA, Problem::PlacesA>
      gatherA;
  warpsmith::Gather<typename Problem::B, Tile::BlockN, Tile::BlockK, Tile::PitchB, Tile::Threads,
                    Problem::AlongKB, Problem::PlacesB>
      gatherB;
  gatherA.findLines(thread, blockRow, problem.m, [&](int row) { return problem.rowOfA(row); });
  gatherB.findLines(thread, blockColumn, problem.n,
                    [&](int column) { return problem.columnOfB(column); });
  if constexpr (Problem::PlacesA > 0)
    gatherA.findPlaces(thread, blockRow,
                       [&](int place, int row) { return problem.placeOfLine(place, row); });
  if constexpr (Problem::PlacesB > 0)
    gatherB.findPlaces(thread, blockColumn,
                       [&](int place, int column) { return problem.placeOfLine(place, column); });
  const auto fetch = [&](int k0) {
    gatherA.findElements(thread, problem.k - k0);
    gatherB.findElements(thread, problem.k - k0);
    if constexpr (Problem::PlacesA > 0)
      gatherA.leavePadding(thread, stepPlaces, [&](int place) { return problem.extentOf(place); });
    if constexpr (Problem::PlacesB > 0)
      gatherB.leavePadding(thread, stepPlaces, [&](int place) { return problem.extentOf(place); });
    gatherA.load(thread, problem.a, stepsA);
    gatherB.load(thread, problem.b, stepsB);
  };

  typename Problem::Sum sum[Tile::ThreadM][Tile::ThreadN] = {};
  if constexpr (!Problem::StartsFromZero) {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        const int column = blockColumn + columnOf<Tile>(j, threadColumn);
        if (row < problem.m && column < problem.n)
          sum[i][j] = problem.start(problem.c[problem.rowOfC(row) + problem.columnOfC(column)], row,
                                    column);
      }
    }
  }

  findSteps(0);
  __syncthreads();
  fetch(0);
  for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
    __syncthreads(); // the previous tile has been read, and so have the steps
    gatherA.store(thread, tileA);
    gatherB.store(thread, tileB);
    if constexpr (Problem::SkipsPadding && Problem::PlacesA > 0)
      gatherA.storePresence(thread, present);
    if constexpr (Problem::SkipsPadding && Problem::PlacesB > 0)
      gatherB.storePresence(thread, present);
    findSteps(k0 + Tile::BlockK);
    __syncthreads(); // this tile is complete
    if (k0 + Tile::BlockK < problem.k)
      fetch(k0 + Tile::BlockK); // the next one is on its way while this one is multiplied
    const int steps = problem.k - k0;
#pragma unroll
    for (int step = 0; step < Tile::BlockK; ++step) {
      if (step >= steps)
        break;
      typename Problem::A fragmentA[Tile::ThreadM];
      typename Problem::B fragmentB[Tile::ThreadN];
#pragma unroll
      for (int i = 0; i < Tile::ThreadM; i += Tile::RunM) {
        const auto run = warpsmith::loadVector<Tile::RunM>(
            &tileA[step * Tile::PitchA + rowOf<Tile>(i, threadRow)]);
#pragma unroll
        for (int r = 0; r < Tile::RunM; ++r)
          fragmentA[i + r] = run.values[r];
      }
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
        const auto run = warpsmith::loadVector<Tile::RunN>(
            &tileB[step * Tile::PitchB + columnOf<Tile>(j, threadColumn)]);
#pragma unroll
        for (int r = 0; r < Tile::RunN; ++r)
          fragmentB[j + r] = run.values[r];
      }
#pragma unroll
      for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
        for (int j = 0; j < Tile::ThreadN; ++j) {
          // A product of zero would change a sum of -0, or one with an infinite factor.
          if constexpr (Problem::SkipsPadding && Problem::PlacesA > 0)
            if (!present[step * Tile::BlockM + rowOf<Tile>(i, threadRow)])
              continue;
          if constexpr (Problem::SkipsPadding && Problem::PlacesB > 0)
            if (!present[step * Tile::BlockN + columnOf<Tile>(j, threadColumn)])
              continue;
          problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
        }
    }
  }

#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      const int column = blockColumn + columnOf<Tile>(j, threadColumn);
      if (row < problem.m && column < problem.n) {
        auto *const to = problem.c + (problem.rowOfC(row) + problem.columnOfC(column));
        *to = problem.finish(sum[i][j], *to, row, column);
      }
    }
  }
}

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(Tile::Threads) kernel(Problem problem) {
  computeTile<Problem, Tile>(problem);
}

} // namespace warpsmith::gathered
