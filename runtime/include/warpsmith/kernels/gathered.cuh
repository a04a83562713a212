/// A product whose rows, columns or steps are counted by several indices, on the FP32, FP64 or
/// integer units: direct convolutions, and whatever else no leading dimension describes. A block
/// gathers tiles of A and B to a ring of stages in shared memory, from which each thread loads
/// fragments into registers, one FMA a product. Of an element's address, one part depends on its
/// row or column alone, and the other on its step: the former is found once, the latter in tables
/// of some tiles' steps.
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
///
/// Padded says whether in this launch some element may lie in padding.
#pragma once

#include "warpsmith/device/copy_async.h"
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

/// A step of a thread's rows of A's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void loadRows(typename Problem::A (&fragment)[Tile::ThreadM],
                                         const typename Problem::A *tileA, int threadRow,
                                         int step) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; i += Tile::RunM) {
    const auto run =
        warpsmith::loadVector<Tile::RunM>(&tileA[step * Tile::PitchA + rowOf<Tile>(i, threadRow)]);
#pragma unroll
    for (int r = 0; r < Tile::RunM; ++r)
      fragment[i + r] = run.values[r];
  }
}
/// A step of a thread's columns of B's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void loadColumns(typename Problem::B (&fragment)[Tile::ThreadN],
                                            const typename Problem::B *tileB, int threadColumn,
                                            int step) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
    const auto run = warpsmith::loadVector<Tile::RunN>(
        &tileB[step * Tile::PitchB + columnOf<Tile>(j, threadColumn)]);
#pragma unroll
    for (int r = 0; r < Tile::RunN; ++r)
      fragment[j + r] = run.values[r];
  }
}

/// Adds the products of a step.
template <typename Problem, typename Tile, bool Padded>
__device__ __forceinline__ void multiply(
    const Problem &problem, typename Problem::Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
    const typename Problem::A (&fragmentA)[Tile::ThreadM],
    const typename Problem::B (&fragmentB)[Tile::ThreadN],
    const unsigned (
        &present)[Problem::PlacesA > 0 ? Tile::ThreadM / Tile::RunM : Tile::ThreadN / Tile::RunN],
    int bit) {
  // Products that share an operand, which comes from the reuse cache, and those that are left out
  // together stand one after the other.
  if constexpr (Problem::PlacesA > 0) {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        // A product of zero would change a sum of -0, or one with an infinite factor.
        if constexpr (Problem::SkipsPadding && Padded)
          if (!(present[i / Tile::RunM] >> (i % Tile::RunM * 8 + bit) & 1))
            continue;
        problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
      }
  } else {
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j)
#pragma unroll
      for (int i = 0; i < Tile::ThreadM; ++i) {
        // A product of zero would change a sum of -0, or one with an infinite factor.
        if constexpr (Problem::SkipsPadding && Padded)
          if (!(present[j / Tile::RunN] >> (j % Tile::RunN * 8 + bit) & 1))
            continue;
        problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
      }
  }
}

/// What kernel() computes, of the matrices of a product of the batch.
template <typename Problem, typename Tile, bool Padded>
__device__ __forceinline__ void
computeTile(const Problem &problem, const typename Problem::A *matrixA,
            const typename Problem::B *matrixB, typename Problem::C *matrixC) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
  constexpr int WarpsAlongN = Tile::ThreadColumns / Tile::WarpColumns;
  const int warp = thread / 32, lane = thread % 32;
  const int threadRow = warp / WarpsAlongN * Tile::WarpRows + lane / Tile::WarpColumns;
  const int threadColumn = warp % WarpsAlongN * Tile::WarpColumns + lane % Tile::WarpColumns;
  __shared__ __align__(16) typename Problem::A tilesA[Tile::Stages * Tile::TileA];
  __shared__ __align__(16) typename Problem::B tilesB[Tile::Stages * Tile::TileB];
  // How far steps move elements on. Divisions take a step apart: of those of several tiles at once,
  // each thread has one.
  __shared__ __align__(16) int stepsA[Tile::Threads], stepsB[Tile::Threads];
  [[maybe_unused]] constexpr int Places = Problem::PlacesA + Problem::PlacesB;
  [[maybe_unused]] __shared__ __align__(16) int
      stepPlaces[Problem::PlacesA + Problem::PlacesB > 0 && Padded ? Places * Tile::Threads : 1];
  warpsmith::Gather<typename Problem::A, Tile::BlockM, Tile::BlockK, Tile::PitchA, Tile::Threads,
                    Problem::AlongKA, Problem::PlacesA>
      gatherA;
  warpsmith::Gather<typename Problem::B, Tile::BlockN, Tile::BlockK, Tile::PitchB, Tile::Threads,
                    Problem::AlongKB, Problem::PlacesB>
      gatherB;
  // Which elements of the tiles exist, of an operand with padding: a bit for each step.
  [[maybe_unused]] constexpr int StepsOfByte =
      Problem::PlacesA > 0 ? gatherA.StepsOfByte : gatherB.StepsOfByte;
  [[maybe_unused]] constexpr int PaddedLines = Problem::PlacesA > 0 ? Tile::BlockM : Tile::BlockN;
  [[maybe_unused]] constexpr int Presence =
      Tile::BlockK / StepsOfByte * PaddedLines / 4; // words of a tile
  [[maybe_unused]] __shared__ unsigned
      presence[Problem::SkipsPadding && Padded ? Tile::Stages * Presence : 1];
  // Through which sums leave a warp.
  __shared__ __align__(16) typename Problem::Sum patches[Tile::Threads * Tile::Patch];

  gatherA.findLines(thread, blockRow, problem.m, [&](int row) { return problem.rowOfA(row); });
  gatherB.findLines(thread, blockColumn, problem.n,
                    [&](int column) { return problem.columnOfB(column); });
  if constexpr (Problem::PlacesA > 0)
    gatherA.findPlaces(thread, blockRow, problem.m,
                       [&](int place, int row) { return problem.placeOfLine(place, row); });
  if constexpr (Problem::PlacesB > 0)
    gatherB.findPlaces(thread, blockColumn, problem.n,
                       [&](int place, int column) { return problem.placeOfLine(place, column); });
  const auto copyTiles = [&](int k0) {
    const int stage = k0 / Tile::BlockK % Tile::Stages, known = k0 % Tile::Threads;
    if (known == 0) {
      // The first step is copied instead of those behind the last one: they are of no use.
      const int step = k0 + thread < problem.k ? k0 + thread : 0;
      stepsA[thread] = problem.stepOfA(step);
      stepsB[thread] = problem.stepOfB(step);
      if constexpr (Problem::PlacesA + Problem::PlacesB > 0 && Padded) {
#pragma unroll
        for (int place = 0; place < Places; ++place)
          stepPlaces[place * Tile::Threads + thread] = problem.placeOfStep(place, step);
      }
      __syncthreads();
    }
    typename Problem::A *const tileA = tilesA + stage * Tile::TileA;
    typename Problem::B *const tileB = tilesB + stage * Tile::TileB;
    if constexpr (Problem::PlacesA > 0 && Padded) {
      gatherA.copyPadded(
          thread, matrixA, tileA, stepsA + known, stepPlaces + known,
          [&](int place) { return problem.extentOf(place); },
          Problem::SkipsPadding ? presence + stage * Presence : nullptr);
    } else {
      gatherA.copy(thread, matrixA, tileA, stepsA + known);
    }
    if constexpr (Problem::PlacesB > 0 && Padded) {
      gatherB.copyPadded(
          thread, matrixB, tileB, stepsB + known, stepPlaces + known,
          [&](int place) { return problem.extentOf(place); },
          Problem::SkipsPadding ? presence + stage * Presence : nullptr);
    } else {
      gatherB.copy(thread, matrixB, tileB, stepsB + known);
    }
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
          sum[i][j] =
              problem.start(matrixC[problem.rowOfC(row) + problem.columnOfC(column)], row, column);
      }
    }
  }

  constexpr int Ahead = (Tile::Stages - 1) * Tile::BlockK; // steps by which copies are ahead
  for (int k0 = -Ahead; k0 < problem.k; k0 += Tile::BlockK) {
    if (k0 >= 0) {
      warpsmith::waitForGroups<Tile::Stages - 2>();
      __syncthreads(); // these tiles are complete, and those before them have been multiplied
    }
    if (k0 + Ahead < problem.k)
      copyTiles(k0 + Ahead);
    warpsmith::commitElements();
    if (k0 < 0)
      continue;
    const int stage = k0 / Tile::BlockK % Tile::Stages, steps = problem.k - k0;
    const typename Problem::A *const tileA = tilesA + stage * Tile::TileA;
    const typename Problem::B *const tileB = tilesB + stage * Tile::TileB;
    typename Problem::A fragmentA[Tile::ThreadM];
    typename Problem::B fragmentB[Tile::ThreadN];
    [[maybe_unused]] unsigned
        present[Problem::PlacesA > 0 ? Tile::ThreadM / Tile::RunM : Tile::ThreadN / Tile::RunN];
    // Of a step that there is a byte for, those of the runs of rows or columns.
    [[maybe_unused]] const auto findPresent = [&](int step) {
      const unsigned *const ofStep =
          presence + stage * Presence + step / StepsOfByte * (PaddedLines / 4);
      if constexpr (Problem::PlacesA > 0) {
#pragma unroll
        for (int i = 0; i < Tile::ThreadM; i += Tile::RunM) {
          const int row = rowOf<Tile>(i, threadRow);
          present[i / Tile::RunM] = ofStep[row / 4] >> row % 4 * 8;
        }
      } else {
#pragma unroll
        for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
          const int column = columnOf<Tile>(j, threadColumn);
          present[j / Tile::RunN] = ofStep[column / 4] >> column % 4 * 8;
        }
      }
    };
    if (steps >= Tile::BlockK) {
#pragma unroll
      for (int step = 0; step < Tile::BlockK; ++step) {
        if constexpr (Problem::SkipsPadding && Padded)
          if (step % StepsOfByte == 0)
            findPresent(step);
        loadRows<Problem, Tile>(fragmentA, tileA, threadRow, step);
        loadColumns<Problem, Tile>(fragmentB, tileB, threadColumn, step);
        multiply<Problem, Tile, Padded>(problem, sum, fragmentA, fragmentB, present,
                                        step % StepsOfByte);
      }
    } else {
#pragma unroll 1
      for (int step = 0; step < steps; ++step) {
        if constexpr (Problem::SkipsPadding && Padded)
          findPresent(step);
        loadRows<Problem, Tile>(fragmentA, tileA, threadRow, step);
        loadColumns<Problem, Tile>(fragmentB, tileB, threadColumn, step);
        multiply<Problem, Tile, Padded>(problem, sum, fragmentA, fragmentB, present,
                                        step % StepsOfByte);
      }
    }
  }

  // Some rows of each thread's sums at once go through shared memory, so that lanes side by side
  // store elements side by side. Neighbours are swapped: what a product reads anew, a sum and an
  // element of B or of A, then lies in registers of different banks.
  typename Problem::Sum *const patch = patches + warp * 32 * Tile::Patch;
  constexpr int ColumnsOfWarp = Tile::WarpColumns * Tile::RunN; // that lie side by side
  constexpr int Block = Tile::RowsOfPatch * Tile::ColumnsOfPatch;
  const auto placeInBlock = [](int row, int column) {
    return Problem::PlacesA > 0 ? row * Tile::ColumnsOfPatch + (column ^ (Tile::ColumnsOfPatch - 1))
                                : column * Tile::RowsOfPatch + (row ^ (Tile::RowsOfPatch - 1));
  };
  const int warpRow = threadRow - lane / Tile::WarpColumns;
  const int warpColumn = threadColumn - lane % Tile::WarpColumns;
  int columns[Tile::ThreadN], columnOffsets[Tile::ThreadN];
#pragma unroll
  for (int part = 0; part < Tile::ThreadN; ++part) {
    const int element = part * 32 + lane, run = element / (32 * Tile::RunN);
    columns[part] =
        blockColumn + columnOf<Tile>(run * Tile::RunN, warpColumn) + element % ColumnsOfWarp;
    columnOffsets[part] = problem.columnOfC(columns[part]);
  }
#pragma unroll
  for (int first = 0; first < Tile::ThreadM; first += Tile::RowsOfPatch) {
    __syncwarp();
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Tile::ColumnsOfPatch) {
      warpsmith::Vector<typename Problem::Sum, Block> block;
#pragma unroll
      for (int row = 0; row < Tile::RowsOfPatch; ++row)
#pragma unroll
        for (int column = 0; column < Tile::ColumnsOfPatch; ++column)
          block.values[placeInBlock(row, column)] = sum[first + row][j + column];
      const int element = (j / Tile::RunN * 32 + lane) * Tile::RunN + j % Tile::RunN;
      warpsmith::storeVector(patch + element * Tile::RowsOfPatch, block);
    }
    __syncwarp();
#pragma unroll
    for (int part = 0; part < Tile::ThreadN; ++part) {
      const int element = part * 32 + lane, column = columns[part];
      const int threadRowOfElement = warpRow + element / ColumnsOfWarp % Tile::WarpRows;
#pragma unroll
      for (int ofPatch = 0; ofPatch < Tile::RowsOfPatch; ++ofPatch) {
        const int row = blockRow + rowOf<Tile>(first + ofPatch, threadRowOfElement);
        if (row < problem.m && column < problem.n) {
          auto *const to = matrixC + (problem.rowOfC(row) + columnOffsets[part]);
          *to = problem.finish(patch[element / Tile::ColumnsOfPatch * Block +
                                     placeInBlock(ofPatch, element % Tile::ColumnsOfPatch)],
                               to[0], row, column);
        }
      }
    }
  }
}

/// A tile of C for each block.
template <typename Problem, typename Tile, bool Padded>
__global__ void __launch_bounds__(Tile::Threads, Tile::BlocksAtOnce)
    kernel(const __grid_constant__ Problem problem) {
  if constexpr (Problem::Batched) {
    // This block's product of the batch.
    const int batch = blockIdx.z;
    const typename Problem::A *const ownA = problem.a + problem.batchOfA(batch);
    const typename Problem::B *const ownB = problem.b + problem.batchOfB(batch);
    typename Problem::C *const ownC = problem.c + problem.batchOfC(batch);
    computeTile<Problem, Tile, Padded>(problem, ownA, ownB, ownC);
  } else {
    computeTile<Problem, Tile, Padded>(problem, problem.a, problem.b, problem.c);
  }
}

} // namespace warpsmith::gathered
