/// A product on the FP32, FP64 or integer units. A block copies tiles of A and B to shared memory,
/// from which each thread loads fragments into registers, one FMA a product.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; int lda         an operand's elements, and from one of its rows to the next; also
///                               b, and a2 and b2 if Products is 2
///   C *c; int ldc               where results go
///   long long batchA            if Batched, from one product of a batch to the next; also for the
///                               others
///
///   A, B, C, StoredA, StoredB   types of elements in global memory, and in shared memory
///   Sum                         type of a thread's sums; of a thread in a role, of its role
///   storedA(a)                  an element as it is in shared memory; also for the others
///   TransformsA                 it is not as in global memory; also for the others
///   start(old, row, column)     what a sum starts from, if not StartsFromZero
///   add(sum, a, b)              a step of a sum; of two products also a2, b2
///   addFp64(sum, a, b)          the same, of a step in FP64
///   finish(sum, old, row, column), joined(sum, sum64)
///                               what is stored for a sum, and a sum of both types of steps
///   ReadsInRuns                 results read elements of other arrays that lie as those of C do,
///   and beside(RunOf<Run, 1>(), row, column)
///                               are those of Run neighbours, read one by one, or Run at once
///                               where runsBeside(Run) is true
///   finishBeside(sum, old, beside, which, row, column)
///                               what is stored for a sum: of those, neighbour `which`
///   PrefetchesBeside            some are as many as those of C, all of which are stored:
///   prefetchBeside(row, column) brings those of a place on into the L2 cache
///   isStored(row, column)       an element is stored; StoresAll: all are
///   StoresAbove, StoresBelow    some are on this side of the diagonal
///   StartsLater, EndsEarlier    sums have ranges of steps that begin after 0, or end before k:
///   firstStep(row, column), endOfSteps(row, column, k)
///                               an element's range; neither is less further down or right
///   rowsBefore(end, m), columnsBefore(end, n)
///                               the rows and columns of C in which ranges begin before `end`
///   AlongKA, AlongKB            rows of an operand run along k
///   Products                    1, or 2 for A B + A2 B2
///   Asynchronous                tiles come by cp.async, into a ring of stages
///   Prefetches                  else: registers hold the next tile while one is multiplied
///   CopiesAtOnce                copy warps copy an operand by cp.async
///   MixesRoles                  some warps sum in FP64, the others in FP32
///   Compiled                    the code is compiled for what it needs
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/copy_tile.h"
#include "warpsmith/device/instruction_order.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/reads_in_runs.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/kernels/fma_tile.cuh"

namespace warpsmith::fma {

template <typename Tile>
__device__ constexpr bool isFp64Step(int step) {
  return (step * Tile::Fp64Steps + Tile::Fp64Steps) / Tile::Period !=
         step * Tile::Fp64Steps / Tile::Period;
}

/// Warp w runs on sub-partition w % 4 of the SM: counting w / 4 gives each of them the same number.
template <typename Tile>
__device__ constexpr bool isFp64Warp(int warp) {
  return (warp / 4 * Tile::Fp64Warps + Tile::Fp64Warps) / Tile::WarpPeriod !=
         warp / 4 * Tile::Fp64Warps / Tile::WarpPeriod;
}

/// The i-th row and column, in the block's tile, of a thread.
template <typename Tile>
__device__ __forceinline__ int rowOf(int i, int threadRow) {
  if constexpr (Tile::RunM == 1)
    return i * Tile::ThreadRows + threadRow;
  else
    return (i / Tile::RunM * Tile::ThreadRows + threadRow) * Tile::RunM + i % Tile::RunM;
}
template <typename Tile>
__device__ __forceinline__ int columnOf(int i, int threadColumn) {
  if constexpr (Tile::RunN == 1)
    return i * Tile::ThreadColumns + threadColumn;
  else
    return (i / Tile::RunN * Tile::ThreadColumns + threadColumn) * Tile::RunN + i % Tile::RunN;
}

/// Loads a thread's rows of A's tile, StepGroup steps from `first` on.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadRowsOfA(typename Problem::StoredA (&fragmentA)[Tile::ThreadM][Tile::StepGroup],
            const typename Problem::StoredA *tileA, int threadRow, int first) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const auto run = warpsmith::loadVector<Tile::StepGroup>(
        &tileA[rowOf<Tile>(i, threadRow) * Tile::PitchA + first]);
#pragma unroll
    for (int step = 0; step < Tile::StepGroup; ++step)
      fragmentA[i][step] = run.values[step];
  }
}
/// Loads a thread's columns of B's tile, StepGroup steps from `first` on.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadRowsOfB(typename Problem::StoredB (&fragmentB)[Tile::ThreadN][Tile::StepGroup],
            const typename Problem::StoredB *tileB, int threadColumn, int first) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; ++j) {
    const auto run = warpsmith::loadVector<Tile::StepGroup>(
        &tileB[columnOf<Tile>(j, threadColumn) * Tile::PitchB + first]);
#pragma unroll
    for (int step = 0; step < Tile::StepGroup; ++step)
      fragmentB[j][step] = run.values[step];
  }
}
/// Loads a step of a thread's rows of A's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadStepOfA(typename Problem::StoredA (&fragmentA)[Tile::ThreadM][Tile::StepGroup],
            const typename Problem::StoredA *tileA, int threadRow, int first, int step) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; i += Tile::RunM) {
    const auto run = warpsmith::loadVector<Tile::RunM>(
        &tileA[(first + step) * Tile::PitchA + rowOf<Tile>(i, threadRow)]);
#pragma unroll
    for (int r = 0; r < Tile::RunM; ++r)
      fragmentA[i + r][step] = run.values[r];
  }
}
/// Loads a step of a thread's columns of B's tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
loadStepOfB(typename Problem::StoredB (&fragmentB)[Tile::ThreadN][Tile::StepGroup],
            const typename Problem::StoredB *tileB, int threadColumn, int first, int step) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
    const auto run = warpsmith::loadVector<Tile::RunN>(
        &tileB[(first + step) * Tile::PitchB + columnOf<Tile>(j, threadColumn)]);
#pragma unroll
    for (int r = 0; r < Tile::RunN; ++r)
      fragmentB[j + r][step] = run.values[r];
  }
}

/// Adds steps first ... first + count - 1 of a tile, at most StepGroup, to the sums of one thread.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiply(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
         double (&sum64)[Tile::ThreadM][Tile::ThreadN], const typename Problem::StoredA *tileA,
         const typename Problem::StoredB *tileB, const typename Problem::StoredA *tileA2,
         const typename Problem::StoredB *tileB2, int threadRow, int threadColumn, int first,
         int count) {
  typename Problem::StoredA fragmentA[Tile::ThreadM][Tile::StepGroup];
  typename Problem::StoredB fragmentB[Tile::ThreadN][Tile::StepGroup];
  typename Problem::StoredA fragmentA2[Tile::ThreadM][Tile::StepGroup];
  typename Problem::StoredB fragmentB2[Tile::ThreadN][Tile::StepGroup];
  if constexpr (Problem::AlongKA)
    loadRowsOfA<Problem, Tile>(fragmentA, tileA, threadRow, first);
  if constexpr (Problem::AlongKB)
    loadRowsOfB<Problem, Tile>(fragmentB, tileB, threadColumn, first);
  if constexpr (Problem::Products == 2 && Problem::AlongKA)
    loadRowsOfA<Problem, Tile>(fragmentA2, tileA2, threadRow, first);
  if constexpr (Problem::Products == 2 && Problem::AlongKB)
    loadRowsOfB<Problem, Tile>(fragmentB2, tileB2, threadColumn, first);
#pragma unroll
  for (int step = 0; step < Tile::StepGroup; ++step) {
    if (step >= count)
      break;
    if constexpr (!Problem::AlongKA)
      loadStepOfA<Problem, Tile>(fragmentA, tileA, threadRow, first, step);
    if constexpr (!Problem::AlongKB)
      loadStepOfB<Problem, Tile>(fragmentB, tileB, threadColumn, first, step);
    if constexpr (Problem::Products == 2 && !Problem::AlongKA)
      loadStepOfA<Problem, Tile>(fragmentA2, tileA2, threadRow, first, step);
    if constexpr (Problem::Products == 2 && !Problem::AlongKB)
      loadStepOfB<Problem, Tile>(fragmentB2, tileB2, threadColumn, first, step);
    if constexpr (Tile::Fp64Steps > 0)
      if (isFp64Step<Tile>(first + step)) {
#pragma unroll
        for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
          for (int j = 0; j < Tile::ThreadN; ++j)
            problem.addFp64(sum64[i][j], fragmentA[i][step], fragmentB[j][step]);
        continue;
      }
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j)
        if constexpr (Problem::Products == 2)
          problem.add(sum[i][j], fragmentA[i][step], fragmentB[j][step], fragmentA2[i][step],
                      fragmentB2[j][step]);
        else
          problem.add(sum[i][j], fragmentA[i][step], fragmentB[j][step]);
  }
}

/// Adds the products of a tile from step k0 on, of which `steps` steps exist, where an element's
/// range has them.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiplyInRange(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
                const typename Problem::StoredA *tileA, const typename Problem::StoredB *tileB,
                const typename Problem::StoredA *tileA2, const typename Problem::StoredB *tileB2,
                int blockRow, int blockColumn, int threadRow, int threadColumn, int k0, int steps) {
#pragma unroll 1
  for (int step = 0; step < min(steps, Tile::BlockK); ++step) {
    typename Problem::StoredA fragmentA[Tile::ThreadM];
    typename Problem::StoredB fragmentB[Tile::ThreadN];
    [[maybe_unused]] typename Problem::StoredA fragmentA2[Tile::ThreadM];
    [[maybe_unused]] typename Problem::StoredB fragmentB2[Tile::ThreadN];
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = rowOf<Tile>(i, threadRow);
      const int place = Problem::AlongKA ? row * Tile::PitchA + step : step * Tile::PitchA + row;
      fragmentA[i] = tileA[place];
      if constexpr (Problem::Products == 2)
        fragmentA2[i] = tileA2[place];
    }
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      const int column = columnOf<Tile>(j, threadColumn);
      const int place =
          Problem::AlongKB ? column * Tile::PitchB + step : step * Tile::PitchB + column;
      fragmentB[j] = tileB[place];
      if constexpr (Problem::Products == 2)
        fragmentB2[j] = tileB2[place];
    }
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        const int column = blockColumn + columnOf<Tile>(j, threadColumn);
        if ((!Problem::StartsLater || k0 + step >= problem.firstStep(row, column)) &&
            (!Problem::EndsEarlier || k0 + step < problem.endOfSteps(row, column, k0 + steps))) {
          warpsmith::keepFma(sum[i][j]);
          if constexpr (Problem::Products == 2)
            problem.add(sum[i][j], fragmentA[i], fragmentB[j], fragmentA2[i], fragmentB2[j]);
          else
            problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
        }
      }
    }
  }
}

/// The first step of a tile of which the block's tile of C has some.
template <typename Problem, typename Tile>
__device__ __forceinline__ int firstStepOfBlock(const Problem &problem, int blockRow,
                                                int blockColumn) {
  const int first = problem.firstStep(blockRow, blockColumn);
  return first / Tile::BlockK * Tile::BlockK;
}

/// Adds the products of a tile, of which `steps` steps of k exist.
template <typename Problem, typename Tile, typename Sum>
__device__ __forceinline__ void
multiplyTile(const Problem &problem, Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
             double (&sum64)[Tile::ThreadM][Tile::ThreadN], const typename Problem::StoredA *tileA,
             const typename Problem::StoredB *tileB, const typename Problem::StoredA *tileA2,
             const typename Problem::StoredB *tileB2, int blockRow, int blockColumn, int threadRow,
             int threadColumn, int k0, int steps) {
  if constexpr (Problem::StartsLater || Problem::EndsEarlier) {
    // All elements of the block's tile have all steps of this one.
    const int lastRow = min(blockRow + Tile::BlockM, problem.m) - 1;
    const int lastColumn = min(blockColumn + Tile::BlockN, problem.n) - 1;
    if (steps >= Tile::BlockK &&
        (!Problem::StartsLater || k0 >= problem.firstStep(lastRow, lastColumn)) &&
        (!Problem::EndsEarlier ||
         k0 + Tile::BlockK <= problem.endOfSteps(blockRow, blockColumn, k0 + steps))) {
#pragma unroll
      for (int first = 0; first < Tile::BlockK; first += Tile::StepGroup)
        multiply<Problem, Tile, Sum>(problem, sum, sum64, tileA, tileB, tileA2, tileB2, threadRow,
                                     threadColumn, first, Tile::StepGroup);
    } else {
      multiplyInRange<Problem, Tile, Sum>(problem, sum, tileA, tileB, tileA2, tileB2, blockRow,
                                          blockColumn, threadRow, threadColumn, k0, steps);
    }
  } else {
    if (steps >= Tile::BlockK) {
#pragma unroll
      for (int first = 0; first < Tile::BlockK; first += Tile::StepGroup)
        multiply<Problem, Tile, Sum>(problem, sum, sum64, tileA, tileB, tileA2, tileB2, threadRow,
                                     threadColumn, first, Tile::StepGroup);
    } else {
      for (int first = 0; first < steps; first += Tile::StepGroup)
        multiply<Problem, Tile, Sum>(problem, sum, sum64, tileA, tileB, tileA2, tileB2, threadRow,
                                     threadColumn, first, steps - first);
    }
  }
}

/// The first element of the block's tile of an operand from step k0 on.
template <typename Problem>
__device__ __forceinline__ const typename Problem::A *tileOfA(const typename Problem::A *a, int lda,
                                                              int blockRow, int k0) {
  return Problem::AlongKA ? a + (long long)blockRow * lda + k0 : a + (long long)k0 * lda + blockRow;
}
template <typename Problem>
__device__ __forceinline__ const typename Problem::B *tileOfB(const typename Problem::B *b, int ldb,
                                                              int blockColumn, int k0) {
  return Problem::AlongKB ? b + (long long)blockColumn * ldb + k0
                          : b + (long long)k0 * ldb + blockColumn;
}

/// Stores what becomes of a thread's sums with what it reads beside them, Run elements of C at a
/// time. Where all of C is stored, those of all runs are on their way before one is needed: beyond
/// C the last ones are read once more.
template <typename Problem, typename Tile, typename Sum, int Run, int ReadAtOnce>
__device__ __forceinline__ void
storeSumsBeside(const Problem &problem, const Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
                const double (&sum64)[Tile::ThreadM][Tile::ThreadN], int blockRow, int blockColumn,
                int threadRow, int threadColumn) {
  const auto read = [&](int row, int column) {
    return problem.beside(warpsmith::RunOf<Run, ReadAtOnce>(), row, column);
  };
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = blockRow + rowOf<Tile>(i, threadRow);
    decltype(read(0, 0)) beside[Tile::ThreadN / Run];
    if constexpr (Problem::StoresAll) {
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; j += Run)
        beside[j / Run] = read(min(row, problem.m - 1),
                               min(blockColumn + columnOf<Tile>(j, threadColumn), problem.n - Run));
    }
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Run) {
      const int column = blockColumn + columnOf<Tile>(j, threadColumn);
      if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
          column < problem.n) {
        if constexpr (!Problem::StoresAll)
          beside[j / Run] = read(row, column);
        auto *const to = problem.c + (long long)row * problem.ldc + column;
        const auto old = warpsmith::loadVector<Run>(to);
        warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          if constexpr (Tile::Fp64Steps > 0)
            result.values[r] =
                problem.finishBeside(problem.joined(sum[i][j + r], sum64[i][j + r]), old.values[r],
                                     beside[j / Run], r, row, column + r);
          else
            result.values[r] = problem.finishBeside(sum[i][j + r], old.values[r], beside[j / Run],
                                                    r, row, column + r);
        warpsmith::storeVector(to, result);
      }
    }
  }
}

/// What threads that share a main loop wait at. Threads of different roles meet at a numbered
/// barrier, since they come to it from different places of the code.
template <typename Problem, typename Tile>
__device__ __forceinline__ void synchronizeThreads() {
  if constexpr (Problem::MixesRoles)
    warpsmith::synchronize(1, Tile::Threads);
  else
    __syncthreads();
}

/// The work of the copy warps, which run ahead of the others by as many tiles as there are stages.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void
fillStages(const Problem &problem, int copyThread, int blockRow, int blockColumn,
           typename Problem::StoredA *tilesA, typename Problem::StoredB *tilesB,
           typename Problem::StoredA *tilesA2, typename Problem::StoredB *tilesB2,
           warpsmith::Barrier *full, warpsmith::Barrier *empty) {
  const int firstStep =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn) : 0;
  const int rowsOfA =
      Problem::StartsLater ? problem.rowsBefore(firstStep + problem.k, problem.m) : problem.m;
  const int columnsOfB =
      Problem::StartsLater ? problem.columnsBefore(firstStep + problem.k, problem.n) : problem.n;
  for (int tile = 0; tile * Tile::BlockK < problem.k; ++tile) {
    const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK;
    // A new barrier counts as having completed the phase before its first.
    warpsmith::wait(&empty[stage], tile / Tile::Stages % 2 ^ 1);
    if constexpr (Problem::TransformsA)
      warpsmith::copyTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::CopyThreads,
                          Aligned ? 16 / sizeof(typename Problem::A) : 1>(
          tilesA + stage * Tile::TileA, tileOfA<Problem>(problem.a, problem.lda, blockRow, k0),
          problem.lda, Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
          Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, copyThread,
          [&](typename Problem::A element) { return problem.storedA(element); });
    else
      warpsmith::copyTileAsync<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::CopyThreads,
                               Aligned ? 16 / sizeof(typename Problem::A) : 1>(
          tilesA + stage * Tile::TileA, tileOfA<Problem>(problem.a, problem.lda, blockRow, k0),
          problem.lda, Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
          Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, copyThread);
    if constexpr (Problem::TransformsB)
      warpsmith::copyTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::CopyThreads,
                          Aligned ? 16 / sizeof(typename Problem::B) : 1>(
          tilesB + stage * Tile::TileB, tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0),
          problem.ldb, Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
          Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, copyThread,
          [&](typename Problem::B element) { return problem.storedB(element); });
    else
      warpsmith::copyTileAsync<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::CopyThreads,
                               Aligned ? 16 / sizeof(typename Problem::B) : 1>(
          tilesB + stage * Tile::TileB, tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0),
          problem.ldb, Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
          Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, copyThread);
    if constexpr (Problem::Products == 2) {
      if constexpr (Problem::TransformsA2)
        warpsmith::copyTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::CopyThreads,
                            Aligned ? 16 / sizeof(typename Problem::A) : 1>(
            tilesA2 + stage * Tile::TileA, tileOfA<Problem>(problem.a2, problem.lda2, blockRow, k0),
            problem.lda2, Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
            Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, copyThread,
            [&](typename Problem::A element) { return problem.storedA2(element); });
      else
        warpsmith::copyTileAsync<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::CopyThreads,
                                 Aligned ? 16 / sizeof(typename Problem::A) : 1>(
            tilesA2 + stage * Tile::TileA, tileOfA<Problem>(problem.a2, problem.lda2, blockRow, k0),
            problem.lda2, Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
            Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, copyThread);
      if constexpr (Problem::TransformsB2)
        warpsmith::copyTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::CopyThreads,
                            Aligned ? 16 / sizeof(typename Problem::B) : 1>(
            tilesB2 + stage * Tile::TileB,
            tileOfB<Problem>(problem.b2, problem.ldb2, blockColumn, k0), problem.ldb2,
            Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
            Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, copyThread,
            [&](typename Problem::B element) { return problem.storedB2(element); });
      else
        warpsmith::copyTileAsync<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::CopyThreads,
                                 Aligned ? 16 / sizeof(typename Problem::B) : 1>(
            tilesB2 + stage * Tile::TileB,
            tileOfB<Problem>(problem.b2, problem.ldb2, blockColumn, k0), problem.ldb2,
            Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
            Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, copyThread);
    }
    if constexpr (Problem::CopiesAtOnce)
      warpsmith::arriveWhenCopied(&full[stage]);
    warpsmith::arrive(&full[stage]);
  }
  if constexpr (Problem::CopiesAtOnce)
    warpsmith::waitForCopies<0>();
}

/// The work of a thread that computes, whose sums are of the type Sum.
template <typename Problem, typename Tile, typename Sum, bool Aligned>
__device__ __forceinline__ void
compute(const Problem &problem, int thread, int blockRow, int blockColumn,
        typename Problem::StoredA *tilesA, typename Problem::StoredB *tilesB,
        typename Problem::StoredA *tilesA2, typename Problem::StoredB *tilesB2,
        warpsmith::Barrier *full, warpsmith::Barrier *empty) {
  constexpr int Lanes = Tile::WarpRows * Tile::WarpColumns;
  constexpr int WarpsAlongN = Tile::ThreadColumns / Tile::WarpColumns;
  const int warp = thread / Lanes, lane = thread % Lanes;
  const int threadRow = warp / WarpsAlongN * Tile::WarpRows + lane / Tile::WarpColumns;
  const int threadColumn = warp % WarpsAlongN * Tile::WarpColumns + lane % Tile::WarpColumns;

  Sum sum[Tile::ThreadM][Tile::ThreadN] = {};
  double sum64[Tile::ThreadM][Tile::ThreadN] = {}; // of the steps in FP64
  if constexpr (!Problem::StartsFromZero) {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        const int column = blockColumn + columnOf<Tile>(j, threadColumn);
        if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
            column < problem.n)
          sum[i][j] = problem.start(problem.c[(long long)row * problem.ldc + column], row, column);
      }
    }
  }

  const int firstStep =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn) : 0;
  const int rowsOfA =
      Problem::StartsLater ? problem.rowsBefore(firstStep + problem.k, problem.m) : problem.m;
  const int columnsOfB =
      Problem::StartsLater ? problem.columnsBefore(firstStep + problem.k, problem.n) : problem.n;

  if constexpr (Tile::CopyThreads > 0) {
    const int tiles = (problem.k + Tile::BlockK - 1) / Tile::BlockK;
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % Tile::Stages, steps = problem.k - tile * Tile::BlockK;
      const auto *const tileA = tilesA + stage * Tile::TileA;
      const auto *const tileB = tilesB + stage * Tile::TileB;
      const auto *const tileA2 = tilesA2 + stage * Tile::TileA;
      const auto *const tileB2 = tilesB2 + stage * Tile::TileB;
      warpsmith::wait(&full[stage], tile / Tile::Stages % 2);
      multiplyTile<Problem, Tile, Sum>(problem, sum, sum64, tileA, tileB, tileA2, tileB2, blockRow,
                                       blockColumn, threadRow, threadColumn,
                                       firstStep + tile * Tile::BlockK, steps);
      warpsmith::arrive(&empty[stage]); // this thread has read the stage
    }
  } else if constexpr (Problem::Asynchronous) {
    const int tiles = (problem.k + Tile::BlockK - 1) / Tile::BlockK;
    const auto copy = [&](int tile) {
      const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK;
      warpsmith::copyTileAsync<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                               Aligned ? 16 / sizeof(typename Problem::A) : 1>(
          tilesA + stage * Tile::TileA, tileOfA<Problem>(problem.a, problem.lda, blockRow, k0),
          problem.lda, Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
          Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, thread);
      warpsmith::copyTileAsync<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                               Aligned ? 16 / sizeof(typename Problem::B) : 1>(
          tilesB + stage * Tile::TileB, tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0),
          problem.ldb, Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
          Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, thread);
      if constexpr (Problem::Products == 2) {
        warpsmith::copyTileAsync<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::A) : 1>(
            tilesA2 + stage * Tile::TileA, tileOfA<Problem>(problem.a2, problem.lda2, blockRow, k0),
            problem.lda2, Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
            Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, thread);
        warpsmith::copyTileAsync<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::B) : 1>(
            tilesB2 + stage * Tile::TileB,
            tileOfB<Problem>(problem.b2, problem.ldb2, blockColumn, k0), problem.ldb2,
            Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
            Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, thread);
      }
    };
#pragma unroll
    for (int tile = 0; tile < Tile::Stages - 1; ++tile) {
      if (tile < tiles)
        copy(tile);
      warpsmith::commitCopies();
    }
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % Tile::Stages, steps = problem.k - tile * Tile::BlockK;
      auto *const tileA = tilesA + stage * Tile::TileA;
      auto *const tileB = tilesB + stage * Tile::TileB;
      auto *const tileA2 = tilesA2 + stage * Tile::TileA;
      auto *const tileB2 = tilesB2 + stage * Tile::TileB;
      warpsmith::waitForCopies<Tile::Stages - 2>(); // this thread's part of the tile has arrived
      if constexpr (Problem::TransformsA)
        warpsmith::transformTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::A) : 1, Tile::PitchA>(
            tileA, tileA, thread,
            [&](typename Problem::A element) { return problem.storedA(element); });
      if constexpr (Problem::TransformsB)
        warpsmith::transformTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::B) : 1, Tile::PitchB>(
            tileB, tileB, thread,
            [&](typename Problem::B element) { return problem.storedB(element); });
      if constexpr (Problem::TransformsA2)
        warpsmith::transformTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::A) : 1, Tile::PitchA>(
            tileA2, tileA2, thread,
            [&](typename Problem::A element) { return problem.storedA2(element); });
      if constexpr (Problem::TransformsB2)
        warpsmith::transformTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::B) : 1, Tile::PitchB>(
            tileB2, tileB2, thread,
            [&](typename Problem::B element) { return problem.storedB2(element); });
      synchronizeThreads<Problem, Tile>(); // everyone's part has, and the stage to refill is free
      if (tile + Tile::Stages - 1 < tiles)
        copy(tile + Tile::Stages - 1);
      warpsmith::commitCopies();
      multiplyTile<Problem, Tile, Sum>(problem, sum, sum64, tileA, tileB, tileA2, tileB2, blockRow,
                                       blockColumn, threadRow, threadColumn,
                                       firstStep + tile * Tile::BlockK, steps);
    }
  } else if constexpr (Problem::Prefetches) {
    warpsmith::TileFetch<typename Problem::A, Tile::RowsA, Tile::ColumnsA, Tile::PitchA,
                         Tile::Threads, Aligned ? 16 / sizeof(typename Problem::A) : 1>
        fetchA;
    warpsmith::TileFetch<typename Problem::B, Tile::RowsB, Tile::ColumnsB, Tile::PitchB,
                         Tile::Threads, Aligned ? 16 / sizeof(typename Problem::B) : 1>
        fetchB;
    warpsmith::TileFetch<typename Problem::A, Tile::RowsA, Tile::ColumnsA, Tile::PitchA,
                         Tile::Threads, Aligned ? 16 / sizeof(typename Problem::A) : 1>
        fetchA2;
    warpsmith::TileFetch<typename Problem::B, Tile::RowsB, Tile::ColumnsB, Tile::PitchB,
                         Tile::Threads, Aligned ? 16 / sizeof(typename Problem::B) : 1>
        fetchB2;
    const auto fetch = [&](int k0) {
      fetchA.load(tileOfA<Problem>(problem.a, problem.lda, blockRow, k0), problem.lda,
                  Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
                  Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, thread);
      fetchB.load(tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0), problem.ldb,
                  Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
                  Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, thread);
      if constexpr (Problem::Products == 2) {
        fetchA2.load(tileOfA<Problem>(problem.a2, problem.lda2, blockRow, k0), problem.lda2,
                     Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
                     Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, thread);
        fetchB2.load(tileOfB<Problem>(problem.b2, problem.ldb2, blockColumn, k0), problem.ldb2,
                     Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
                     Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, thread);
      }
    };
    fetch(0);
    for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
      synchronizeThreads<Problem, Tile>(); // the previous tile has been read
      if constexpr (Problem::TransformsA)
        warpsmith::storeEach(fetchA, tilesA, thread,
                             [&](typename Problem::A element) { return problem.storedA(element); });
      else
        fetchA.store(tilesA, thread);
      if constexpr (Problem::TransformsB)
        warpsmith::storeEach(fetchB, tilesB, thread,
                             [&](typename Problem::B element) { return problem.storedB(element); });
      else
        fetchB.store(tilesB, thread);
      if constexpr (Problem::Products == 2) {
        if constexpr (Problem::TransformsA2)
          warpsmith::storeEach(fetchA2, tilesA2, thread, [&](typename Problem::A element) {
            return problem.storedA2(element);
          });
        else
          fetchA2.store(tilesA2, thread);
        if constexpr (Problem::TransformsB2)
          warpsmith::storeEach(fetchB2, tilesB2, thread, [&](typename Problem::B element) {
            return problem.storedB2(element);
          });
        else
          fetchB2.store(tilesB2, thread);
      }
      synchronizeThreads<Problem, Tile>(); // this tile is complete
      if (k0 + Tile::BlockK < problem.k)
        fetch(k0 + Tile::BlockK); // the next one is on its way while this one is multiplied
      const int steps = problem.k - k0;
      multiplyTile<Problem, Tile, Sum>(problem, sum, sum64, tilesA, tilesB, tilesA2, tilesB2,
                                       blockRow, blockColumn, threadRow, threadColumn,
                                       firstStep + k0, steps);
    }
  } else {
    for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
      synchronizeThreads<Problem, Tile>(); // the previous tile has been read
      warpsmith::copyTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                          Aligned ? 16 / sizeof(typename Problem::A) : 1>(
          tilesA, tileOfA<Problem>(problem.a, problem.lda, blockRow, k0), problem.lda,
          Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
          Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, thread,
          [&](typename Problem::A element) { return problem.storedA(element); });
      warpsmith::copyTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                          Aligned ? 16 / sizeof(typename Problem::B) : 1>(
          tilesB, tileOfB<Problem>(problem.b, problem.ldb, blockColumn, k0), problem.ldb,
          Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
          Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, thread,
          [&](typename Problem::B element) { return problem.storedB(element); });
      if constexpr (Problem::Products == 2) {
        warpsmith::copyTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                            Aligned ? 16 / sizeof(typename Problem::A) : 1>(
            tilesA2, tileOfA<Problem>(problem.a2, problem.lda2, blockRow, k0), problem.lda2,
            Problem::AlongKA ? rowsOfA - blockRow : problem.k - k0,
            Problem::AlongKA ? problem.k - k0 : rowsOfA - blockRow, thread,
            [&](typename Problem::A element) { return problem.storedA2(element); });
        warpsmith::copyTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                            Aligned ? 16 / sizeof(typename Problem::B) : 1>(
            tilesB2, tileOfB<Problem>(problem.b2, problem.ldb2, blockColumn, k0), problem.ldb2,
            Problem::AlongKB ? columnsOfB - blockColumn : problem.k - k0,
            Problem::AlongKB ? problem.k - k0 : columnsOfB - blockColumn, thread,
            [&](typename Problem::B element) { return problem.storedB2(element); });
      }
      synchronizeThreads<Problem, Tile>(); // this tile is complete
      const int steps = problem.k - k0;
      multiplyTile<Problem, Tile, Sum>(problem, sum, sum64, tilesA, tilesB, tilesA2, tilesB2,
                                       blockRow, blockColumn, threadRow, threadColumn,
                                       firstStep + k0, steps);
    }
  }

  // Elements of C that a thread stores at once.
  constexpr int Run = Problem::StoresAll && Aligned ? Tile::RunN : 1;
  if constexpr (Problem::ReadsInRuns) {
    if (Run == 1 || problem.runsBeside(Run))
      storeSumsBeside<Problem, Tile, Sum, Run, Run>(problem, sum, sum64, blockRow, blockColumn,
                                                    threadRow, threadColumn);
    else
      storeSumsBeside<Problem, Tile, Sum, Run, 1>(problem, sum, sum64, blockRow, blockColumn,
                                                  threadRow, threadColumn);
  } else {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + rowOf<Tile>(i, threadRow);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; j += Run) {
        const int column = blockColumn + columnOf<Tile>(j, threadColumn);
        if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
            column < problem.n) {
          auto *const to = problem.c + (long long)row * problem.ldc + column;
          const auto old = warpsmith::loadVector<Run>(to);
          warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            if constexpr (Tile::Fp64Steps > 0)
              result.values[r] = problem.finish(problem.joined(sum[i][j + r], sum64[i][j + r]),
                                                old.values[r], row, column + r);
            else
              result.values[r] = problem.finish(sum[i][j + r], old.values[r], row, column + r);
          warpsmith::storeVector(to, result);
        }
      }
    }
  }
}

/// The block's tile of C. Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void computeTile(Problem problem) {
  const int thread = threadIdx.x;
  const int blockRow = blockIdx.y * Tile::BlockM, blockColumn = blockIdx.x * Tile::BlockN;
  // Nothing of the block's tile is stored below the diagonal.
  if constexpr (!Problem::StoresBelow)
    if (blockRow >= blockColumn + Tile::BlockN)
      return;
  // Nothing of the block's tile is stored above the diagonal.
  if constexpr (!Problem::StoresAbove)
    if (blockColumn >= blockRow + Tile::BlockM)
      return;
  // This block's product of the batch.
  if constexpr (Problem::Batched) {
    problem.a += blockIdx.z * problem.batchA;
    problem.b += blockIdx.z * problem.batchB;
    if constexpr (Problem::Products == 2) {
      problem.a2 += blockIdx.z * problem.batchA2;
      problem.b2 += blockIdx.z * problem.batchB2;
    }
    problem.c += blockIdx.z * problem.batchC;
  }
  // The steps that elements of the block's tile have.
  if constexpr (Problem::EndsEarlier)
    problem.k = problem.endOfSteps(min(blockRow + Tile::BlockM, problem.m) - 1,
                                   min(blockColumn + Tile::BlockN, problem.n) - 1, problem.k);
  if constexpr (Problem::StartsLater) {
    const int firstStep = firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn);
    problem.k -= firstStep;
    problem.a += Problem::AlongKA ? firstStep : (long long)firstStep * problem.lda;
    problem.b += Problem::AlongKB ? firstStep : (long long)firstStep * problem.ldb;
    if constexpr (Problem::Products == 2) {
      problem.a2 += Problem::AlongKA ? firstStep : (long long)firstStep * problem.lda2;
      problem.b2 += Problem::AlongKB ? firstStep : (long long)firstStep * problem.ldb2;
    }
  }
  extern __shared__ __align__(128) unsigned char shared[];
  auto *const tilesA = reinterpret_cast<typename Problem::StoredA *>(shared);
  auto *const tilesA2 = tilesA + Tile::Stages * Tile::TileA;
  auto *const tilesB = reinterpret_cast<typename Problem::StoredB *>(
      tilesA + Problem::Products * Tile::Stages * Tile::TileA);
  auto *const tilesB2 = tilesB + Tile::Stages * Tile::TileB;
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(
      tilesB + Problem::Products * Tile::Stages * Tile::TileB);
  auto *const empty = full + Tile::Stages;

  if constexpr (Problem::PrefetchesBeside)
    warpsmith::forEachLine<typename Problem::C, Tile::BlockM, Tile::BlockN, Tile::Threads>(
        thread, problem.m - blockRow, problem.n - blockColumn, [&](int ofRow, int ofColumn) {
          const int row = blockRow + ofRow, column = blockColumn + ofColumn;
          problem.prefetchBeside(row, column);
        });
  if constexpr (Tile::CopyThreads > 0) {
    constexpr int Arrivals = Problem::CopiesAtOnce ? 2 * Tile::CopyThreads : Tile::CopyThreads;
    if (thread == 0)
      for (int stage = 0; stage < Tile::Stages; ++stage) {
        warpsmith::initialize(&full[stage], Arrivals);
        warpsmith::initialize(&empty[stage], Tile::ComputeThreads);
      }
    __syncthreads();
    if (thread >= Tile::ComputeThreads) {
      const int copyThread = thread - Tile::ComputeThreads;
      fillStages<Problem, Tile, Aligned>(problem, copyThread, blockRow, blockColumn, tilesA, tilesB,
                                         tilesA2, tilesB2, full, empty);
      return;
    }
  }
  if constexpr (Problem::MixesRoles) {
    if (isFp64Warp<Tile>(thread / 32))
      compute<Problem, Tile, double, Aligned>(problem, thread, blockRow, blockColumn, tilesA,
                                              tilesB, tilesA2, tilesB2, full, empty);
    else
      compute<Problem, Tile, float, Aligned>(problem, thread, blockRow, blockColumn, tilesA, tilesB,
                                             tilesA2, tilesB2, full, empty);
  } else {
    compute<Problem, Tile, typename Problem::Sum, Aligned>(
        problem, thread, blockRow, blockColumn, tilesA, tilesB, tilesA2, tilesB2, full, empty);
  }
}

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1) kernel(Problem problem) {
  if constexpr (Problem::Compiled) {
    computeTile<Problem, Tile, Aligned>(problem);
  }
}

} // namespace warpsmith::fma
