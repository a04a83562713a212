/// A product on the FP32 units. Copy warps bring tiles of A and B into a ring of stages in shared
/// memory; the others load fragments of them several steps before their products.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; int lda         an operand's elements, and from one of its rows to the next; also
///                               b
///   C *c; int ldc               where results go
///   long long batchA            if Batched, from one product of a batch to the next; also for B, C
///
///   RunA                        0, or A lies in a packed layout, in runs of so many elements;
///                               `layoutA` says how, and LinesA lines are a block; also for B
///   placeOfC(row, column)       how far an element of C lies from the first
///
///   A, B, C                     types of elements in global memory: elsewhere they are FP32
///   storedA(a)                  an element as it is in shared memory; also for B
///   TransformsA                 it is not as in global memory; also for B
///   CopiesA                     it comes by cp.async: neither TransformsA nor AlongKA; also for B
///   RowsOfAnyLength             B's tiles have lengths that are no powers of two
///   start(old, row, column)     what a sum starts from
///   StartsFromZero              that is zero; StartsFromConstant: it depends on nothing
///   StartsApart                 it depends on the old element alone, which is FP32
///   StartsScaled                and is not the old element itself
///   add(sum, a, b)              a step of a sum
///   finish(sum, old, row, column)
///                               what is stored for a sum
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
///   StartsLater, EndsEarlier    sums have ranges of steps that begin after 0, or end before k, as
///                               fma.cuh says; tiles are then summed in no slices, and those with
///                               the most steps come first
///   RunsOfC                     elements of C are FP32, and all are stored: Run of them at once
///   AlongKA, AlongKB            rows of an operand run along k
///   InSlices                    tiles may be summed in slices of k: Tile::Slices
///   DividesK                    several blocks may sum a tile, each over a slice of k: gridDim.z
///   of
///                               them, whose sums go to `sums`, and addSlices adds them
///                               (fma_add_slices.cuh)
///   MovesRegisters              threads that copy leave registers to those that compute
///   Dependent                   the kernel begins while the one before it ends; AloneBytes of
///                               shared memory are more than half of a multiprocessor's
///   Compiled                    the code is compiled for what it needs
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/device_code.h"
#include "warpsmith/device/instruction_order.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/reads_in_runs.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/kernels/fma_add_slices.cuh"
#include "warpsmith/kernels/fma_copies.cuh"
#include "warpsmith/kernels/fma_ring_tile.cuh"

namespace warpsmith::fma_ring {

/// The i-th of a thread's rows or columns, of which `threads` lie over the block's tile.
template <typename Tile>
__device__ __forceinline__ int placeOf(int i, int thread, int threads) {
  return (i / Tile::RunLength * threads + thread) * Tile::RunLength + i % Tile::RunLength;
}

/// After which of a step's groups of rows a run of A's fragment is loaded for a later step: after
/// its own rows, but the last two runs after the last groups, one each.
__device__ constexpr int groupBeforeA(int run, int runs, int groups) {
  return run < runs - 2 ? (run + 1) * groups / runs - 1 : groups - runs + run;
}

/// Adds a step's products to Rows rows of a thread's sums. Each product shares an operand with the
/// last one, which thus comes from the reuse cache: the register file delivers two a cycle.
template <typename Problem, int Rows, int ThreadM, int ThreadN>
__device__ __forceinline__ void multiplyRows(const Problem &problem, float (&sum)[ThreadM][ThreadN],
                                             int first, const float (&fragmentA)[ThreadM],
                                             const float (&fragmentB)[ThreadN]) {
#pragma unroll
  for (int i = first; i < first + Rows; ++i)
#pragma unroll
    for (int next = 0; next < ThreadN; ++next) {
      const int j = i % 2 ? ThreadN - 1 - next : next;
      problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
    }
}

/// The k-tile that slice `slice` of the blocks begins with.
template <typename Tile>
__device__ __forceinline__ int firstTileOf(int slice, int k) {
  const long long tiles = (k + Tile::BlockK - 1) / Tile::BlockK;
  return (int)(slice * tiles / gridDim.z);
}

/// The first step of a tile of which the block's tile of C has some.
template <typename Problem, typename Tile>
__device__ __forceinline__ int firstStepOfBlock(const Problem &problem, int blockRow,
                                                int blockColumn) {
  const int first = problem.firstStep(blockRow, blockColumn);
  return first / Tile::BlockK * Tile::BlockK;
}

/// The work of the copy warps, which run ahead of the others by as many tiles as there are stages.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void fillRing(const Problem &problem, int copyWarpThread, int blockRow,
                                         int blockColumn, int tiles, float *tilesA, float *tilesB,
                                         warpsmith::Barrier *full, warpsmith::Barrier *empty) {
  if constexpr (Problem::MovesRegisters)
    warpsmith::shrinkRegisters<Tile::CopyRegisters>();
  const int filler = copyWarpThread / Tile::FillingThreads;
  const int copyThread = copyWarpThread % Tile::FillingThreads;
  const int firstStep =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn)
      : Problem::DividesK  ? firstTileOf<Tile>(blockIdx.z, problem.k) * Tile::BlockK
                           : 0;
  for (int tile = filler; tile < tiles; tile += Tile::CopyThreads / Tile::FillingThreads) {
    const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK + firstStep;
    // A new barrier counts as having completed the phase before its first.
    warpsmith::wait(&empty[stage], tile / Tile::Stages % 2 ^ 1);
    // The longest latency first: of what cp.async copies.
    if constexpr (Problem::CopiesA || !Problem::CopiesB)
      copyTileOfA<Problem, Tile, Aligned>(problem, tilesA + stage * Tile::TileA, blockRow, k0,
                                          copyThread);
    copyTileOfB<Problem, Tile, Aligned>(problem, tilesB + stage * Tile::TileB, blockColumn, k0,
                                        copyThread);
    if constexpr (!Problem::CopiesA && Problem::CopiesB)
      copyTileOfA<Problem, Tile, Aligned>(problem, tilesA + stage * Tile::TileA, blockRow, k0,
                                          copyThread);
    if constexpr (Problem::CopiesA || Problem::CopiesB)
      warpsmith::arriveWhenCopied(&full[stage]);
    warpsmith::arrive(&full[stage]);
  }
  if constexpr (Problem::CopiesA || Problem::CopiesB)
    warpsmith::waitForCopies<0>();
}

/// What the sums of the thread start from, if not from zero; of slices the first one's.
template <typename Problem, typename Tile, int RunC>
__device__ __forceinline__ void
startSums(const Problem &problem, float (&sum)[Tile::ThreadM][Tile::ThreadN], int blockRow,
          int blockColumn, int threadRow, int threadColumn, int slice, bool runsOfC) {
  if constexpr (Problem::StartsApart && Problem::RunsOfC) {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + placeOf<Tile>(i, threadRow, Tile::ThreadRows);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; j += RunC) {
        const int column = blockColumn + placeOf<Tile>(j, threadColumn, Tile::ThreadColumns);
        const bool exists = (!Problem::InSlices || slice == 0) &&
                            (!Problem::DividesK || blockIdx.z == 0) && row < problem.m &&
                            column < problem.n;
        // All of C is on its way before the first of it is needed.
        const auto *const from = &problem.c[problem.placeOfC(row, column)];
        if (RunC == 1 || runsOfC) {
          const auto run =
              exists ? warpsmith::loadVector<RunC>(from) : warpsmith::Vector<float, RunC>{};
#pragma unroll
          for (int r = 0; r < RunC; ++r)
            sum[i][j + r] = run.values[r];
        } else {
#pragma unroll
          for (int r = 0; r < RunC; ++r)
            sum[i][j + r] = exists && column + r < problem.n ? from[r] : 0.0f;
        }
      }
    }
  } else if constexpr (!Problem::StartsFromConstant) {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + placeOf<Tile>(i, threadRow, Tile::ThreadRows);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        const int column = blockColumn + placeOf<Tile>(j, threadColumn, Tile::ThreadColumns);
        const bool exists = (Problem::StoresAll || problem.isStored(row, column)) &&
                            (!Problem::InSlices || slice == 0) &&
                            (!Problem::DividesK || blockIdx.z == 0) && row < problem.m &&
                            column < problem.n;
        if constexpr (Problem::StartsApart)
          sum[i][j] = exists ? problem.c[problem.placeOfC(row, column)] : 0.0f;
        else
          sum[i][j] =
              exists ? problem.start(problem.c[problem.placeOfC(row, column)], row, column) : 0.0f;
      }
    }
  }
  if constexpr (Problem::StartsFromConstant || Problem::StartsScaled) {
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j)
        sum[i][j] = (!Problem::InSlices || slice == 0) && (!Problem::DividesK || blockIdx.z == 0)
                        ? problem.start(sum[i][j], 0, 0)
                        : 0.0f;
  }
}

/// Adds the products of a tile from step k0 on where an element's range has them.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
multiplyInRange(const Problem &problem, float (&sum)[Tile::ThreadM][Tile::ThreadN], int blockRow,
                int blockColumn, int threadRow, int threadColumn, int k0, const float *tileA,
                const float *tileB) {
#pragma unroll 1
  for (int step = 0; step < min(problem.k - k0, Tile::BlockK); ++step) {
    float fragmentA[Tile::ThreadM], fragmentB[Tile::ThreadN];
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; i += Tile::RunLength)
      loadRun<Tile::RunLength>(&fragmentA[i], tileA + step * Tile::PitchA +
                                                  placeOf<Tile>(i, threadRow, Tile::ThreadRows));
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Tile::RunLength)
      loadRun<Tile::RunLength>(&fragmentB[j],
                               tileB + step * Tile::PitchB +
                                   placeOf<Tile>(j, threadColumn, Tile::ThreadColumns));
#pragma unroll
    for (int i = 0; i < Tile::ThreadM; ++i) {
      const int row = blockRow + placeOf<Tile>(i, threadRow, Tile::ThreadRows);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; ++j) {
        const int column = blockColumn + placeOf<Tile>(j, threadColumn, Tile::ThreadColumns);
        if ((!Problem::StartsLater || k0 + step >= problem.firstStep(row, column)) &&
            (!Problem::EndsEarlier || k0 + step < problem.endOfSteps(row, column, problem.k))) {
          warpsmith::keepFma(sum[i][j]);
          problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
        }
      }
    }
  }
}

/// Adds the products of the k-tiles slice, slice + Slices, ... of `tiles`.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
multiplyTiles(const Problem &problem, float (&sum)[Tile::ThreadM][Tile::ThreadN], int tiles,
              int blockRow, int blockColumn, int threadRow, int threadColumn, int slice,
              const float *tilesA, const float *tilesB, warpsmith::Barrier *full,
              warpsmith::Barrier *empty) {
  // Products are in groups of two rows, or of one where these would be fewer than the runs of B's
  // fragment. A run of A's fragment makes room for a later step's when it has been multiplied;
  // there are two of B's, whose runs are loaded before the last two of A's.
  constexpr int RunsA = Tile::ThreadM / Tile::RunLength, RunsB = Tile::ThreadN / Tile::RunLength;
  constexpr int GroupRows = Tile::ThreadM < 2 * RunsB ? 1 : 2, Groups = Tile::ThreadM / GroupRows;
  constexpr int BeforeA = groupBeforeA(RunsA > 2 ? RunsA - 2 : 0, RunsA, Groups);
  constexpr int FirstB = BeforeA < RunsB ? 0 : BeforeA - RunsB;
  static_assert(FirstB + RunsB <= Groups,
                "Each run of B's fragment must have a group after which it is loaded.");
  float fragmentA[Tile::Ahead][Tile::ThreadM], fragmentB[2 * Tile::Ahead][Tile::ThreadN];
  const float *tileA = &tilesA[Problem::InSlices ? slice * Tile::TileA + threadRow * Tile::RunLength
                                                 : threadRow * Tile::RunLength];
  const float *tileB =
      &tilesB[Problem::InSlices ? slice * Tile::TileB + threadColumn * Tile::RunLength
                                : threadColumn * Tile::RunLength];
  const int firstStep =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn)
      : Problem::DividesK  ? firstTileOf<Tile>(blockIdx.z, problem.k) * Tile::BlockK
                           : 0;
  const int firstWhole =
      Problem::StartsLater
          ? min(tiles, (problem.firstStep(min(blockRow + Tile::BlockM, problem.m) - 1,
                                          min(blockColumn + Tile::BlockN, problem.n) - 1) -
                        firstStep + Tile::BlockK - 1) /
                           Tile::BlockK)
          : 0;
  const int wholeTiles =
      Problem::EndsEarlier
          ? max(firstWhole,
                (problem.endOfSteps(blockRow, blockColumn, problem.k) - firstStep) / Tile::BlockK)
      : Problem::StartsLater ? max(firstWhole, (problem.k - firstStep) / Tile::BlockK)
      : Problem::DividesK    ? min(tiles, (problem.k - firstStep) / Tile::BlockK)
                             : problem.k / Tile::BlockK;
  warpsmith::RingPlace<Tile::Stages> place;
  if constexpr (Problem::InSlices)
    place.stage = slice;
  if constexpr (Problem::StartsLater) {
    // Some elements of the block's tile do not have all steps of these.
    for (int tile = 0; tile < firstWhole; ++tile) {
      warpsmith::wait(&full[place.stage], place.parity);
      multiplyInRange<Problem, Tile>(problem, sum, blockRow, blockColumn, threadRow, threadColumn,
                                     firstStep + tile * Tile::BlockK,
                                     tilesA + place.stage * Tile::TileA,
                                     tilesB + place.stage * Tile::TileB);
      warpsmith::arrive(&empty[place.stage]); // this thread has read the stage
      place.advance();
    }
    tileA = tilesA + place.stage * Tile::TileA + threadRow * Tile::RunLength;
    tileB = tilesB + place.stage * Tile::TileB + threadColumn * Tile::RunLength;
  }
  if ((Problem::StartsLater ? firstWhole : Problem::InSlices ? slice : 0) < wholeTiles) {
    warpsmith::wait(&full[Problem::StartsLater ? place.stage
                          : Problem::InSlices  ? slice
                                               : 0],
                    Problem::StartsLater ? place.parity : 0);
#pragma unroll
    for (int step = 0; step < Tile::Ahead; ++step) {
#pragma unroll
      for (int i = 0; i < Tile::ThreadM; i += Tile::RunLength)
        loadRun<Tile::RunLength>(&fragmentA[step][i],
                                 tileA + step * Tile::PitchA + i * Tile::ThreadRows);
#pragma unroll
      for (int j = 0; j < Tile::ThreadN; j += Tile::RunLength)
        loadRun<Tile::RunLength>(&fragmentB[step][j],
                                 tileB + step * Tile::PitchB + j * Tile::ThreadColumns);
    }
  }
  constexpr int Every = Problem::InSlices ? Tile::Slices : 1;
  for (int tile = Problem::StartsLater ? firstWhole
                  : Problem::InSlices  ? slice
                                       : 0;
       tile < wholeTiles; tile += Every) {
    const int stage = place.stage, parity = place.parity;
    place.advance(Every);
    // What is loaded for the tile after the last one is of no use.
    const bool more = tile + Every < wholeTiles;
    const int nextStage = more ? place.stage : stage;
    const int nextParity = more ? place.parity : parity;
    const float *nextA = tilesA + nextStage * Tile::TileA + threadRow * Tile::RunLength;
    const float *nextB = tilesB + nextStage * Tile::TileB + threadColumn * Tile::RunLength;
#pragma unroll
    for (int step = 0; step < Tile::BlockK; ++step) {
      // Long before it is read: to wait where fragments are on their way is to wait for them, too.
      if (step == 2)
        warpsmith::wait(&full[nextStage], nextParity);
      const int later = (step + Tile::Ahead) % Tile::BlockK;
      const float *fromA =
          (step + Tile::Ahead < Tile::BlockK ? tileA : nextA) + later * Tile::PitchA;
      const float *fromB =
          (step + Tile::Ahead < Tile::BlockK ? tileB : nextB) + later * Tile::PitchB;
#pragma unroll
      for (int group = 0; group < Groups; ++group) {
        multiplyRows<Problem, GroupRows>(problem, sum, group * GroupRows,
                                         fragmentA[step % Tile::Ahead],
                                         fragmentB[step % (2 * Tile::Ahead)]);
        // Here a warp yields to the others of its sub-partition, and loads stay where they are
        // written; without this ptxas puts all of a step's before its first product. To divide a
        // step of few products does not pay.
        if constexpr (Problem::MovesRegisters)
          if (Tile::ThreadM * Tile::ThreadN > 32 || group + 1 == Groups)
            warpsmith::keepOrder(problem.k);
#pragma unroll
        for (int j = 0; j < Tile::ThreadN; j += Tile::RunLength)
          if (group == FirstB + j / Tile::RunLength)
            loadRun<Tile::RunLength>(&fragmentB[(step + Tile::Ahead) % (2 * Tile::Ahead)][j],
                                     fromB + j * Tile::ThreadColumns);
#pragma unroll
        for (int i = 0; i < Tile::ThreadM; i += Tile::RunLength)
          if (group == groupBeforeA(i / Tile::RunLength, RunsA, Groups))
            loadRun<Tile::RunLength>(&fragmentA[step % Tile::Ahead][i],
                                     fromA + i * Tile::ThreadRows);
      }
    }
    tileA = nextA;
    tileB = nextB;
    warpsmith::arrive(&empty[stage]); // this thread has read the stage
  }
  if constexpr (Problem::StartsLater || Problem::EndsEarlier) {
    for (int tile = wholeTiles; tile < tiles; ++tile) {
      warpsmith::wait(&full[place.stage], place.parity);
      multiplyInRange<Problem, Tile>(problem, sum, blockRow, blockColumn, threadRow, threadColumn,
                                     firstStep + tile * Tile::BlockK,
                                     tilesA + place.stage * Tile::TileA,
                                     tilesB + place.stage * Tile::TileB);
      warpsmith::arrive(&empty[place.stage]);
      place.advance();
    }
  } else {
    if ((!Problem::InSlices || wholeTiles % Tile::Slices == slice) && wholeTiles < tiles) {
      warpsmith::wait(&full[place.stage], place.parity);
      tileA = tilesA + place.stage * Tile::TileA + threadRow * Tile::RunLength;
      tileB = tilesB + place.stage * Tile::TileB + threadColumn * Tile::RunLength;
      for (int step = 0; step + firstStep < problem.k - wholeTiles * Tile::BlockK; ++step) {
#pragma unroll
        for (int j = 0; j < Tile::ThreadN; j += Tile::RunLength)
          loadRun<Tile::RunLength>(&fragmentB[0][j],
                                   tileB + step * Tile::PitchB + j * Tile::ThreadColumns);
#pragma unroll
        for (int i = 0; i < Tile::ThreadM; i += Tile::RunLength) {
          loadRun<Tile::RunLength>(&fragmentA[0][i],
                                   tileA + step * Tile::PitchA + i * Tile::ThreadRows);
          multiplyRows<Problem, Tile::RunLength>(problem, sum, i, fragmentA[0], fragmentB[0]);
        }
      }
    }
  }
}

/// Each slice adds up the rows that it stores, in the order of the slices.
template <typename Tile>
__device__ __forceinline__ void joinSlices(float (&sum)[Tile::ThreadM][Tile::ThreadN], int thread,
                                           int slice, float *joined) {
  constexpr int ThreadM = Tile::ThreadM, ThreadN = Tile::ThreadN;
  constexpr int RowsOfSlice = ThreadM / Tile::Slices;
  const int sliceThread = thread % Tile::SliceThreads;
  const auto placeInJoined = [=](int ofSlice, int i, int j) {
    return joined +
           (((ofSlice * ThreadM + i) * ThreadN + j) / Tile::RunLength * Tile::SliceThreads +
            sliceThread) *
               Tile::RunLength;
  };
#pragma unroll
  for (int i = 0; i < ThreadM; ++i)
#pragma unroll
    for (int j = 0; j < ThreadN; j += Tile::RunLength) {
      warpsmith::Vector<float, Tile::RunLength> part;
#pragma unroll
      for (int r = 0; r < Tile::RunLength; ++r)
        part.values[r] = sum[i][j + r];
      warpsmith::storeVector(placeInJoined(slice, i, j), part);
    }
  warpsmith::synchronize(1, Tile::ComputeThreads);
#pragma unroll
  for (int own = 0; own < RowsOfSlice; ++own)
#pragma unroll
    for (int j = 0; j < ThreadN; j += Tile::RunLength) {
      loadRun<Tile::RunLength>(&sum[own][j], placeInJoined(0, slice * RowsOfSlice + own, j));
#pragma unroll
      for (int other = 1; other < Tile::Slices; ++other) {
        const auto part = warpsmith::loadVector<Tile::RunLength>(
            placeInJoined(other, slice * RowsOfSlice + own, j));
#pragma unroll
        for (int r = 0; r < Tile::RunLength; ++r)
          sum[own][j + r] += part.values[r];
      }
    }
}

/// A warp's row of sums of each of its threads' leaves the registers for `patch`, with neighbours
/// swapped: the two operands of a product that are read anew, a sum and an element of B, then lie
/// in registers of different banks.
template <typename Tile>
__device__ __forceinline__ void swapIntoPatch(const float (&sums)[Tile::ThreadN], int laneRow,
                                              int laneColumn, float *patch) {
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunLength) {
    warpsmith::Vector<float, Tile::RunLength> swapped;
#pragma unroll
    for (int r = 0; r < Tile::RunLength; ++r)
      swapped.values[r] = sums[j + (r ^ 1)];
    warpsmith::storeVector(
        patch +
            (j / Tile::RunLength * 32 + laneRow * Tile::WarpColumns + laneColumn) * Tile::RunLength,
        swapped);
  }
}

/// Stores what becomes of the sums of whole runs of C with what it reads beside them, which is on
/// its way two rows before it is needed: beyond C the last elements are read once more.
template <typename Problem, typename Tile, int Run>
__device__ __forceinline__ void
storeSumsBeside(const Problem &problem, const float (&sum)[Tile::ThreadM][Tile::ThreadN],
                int blockRow, int blockColumn, int threadRow, int threadColumn, int lane,
                int laneRow, int laneColumn, int slice, float *patch) {
  constexpr int Rows = Problem::InSlices ? Tile::ThreadM / Tile::Slices : Tile::ThreadM;
  constexpr int Runs = Tile::ThreadN / Run, Ahead = Rows < 2 ? Rows : 2;
  // Lanes side by side store elements side by side: a lane's run of a row is this one of the warp.
  constexpr int RowLength = Tile::WarpColumns * Tile::RunLength;
  const auto rowOf = [&](int i, int run) {
    const int element = (run * 32 + lane) * Run;
    return blockRow + placeOf<Tile>(Problem::InSlices ? slice * Rows + i : i,
                                    threadRow - laneRow + element / RowLength % Tile::WarpRows,
                                    Tile::ThreadRows);
  };
  const auto columnOf = [&](int run) {
    const int element = (run * 32 + lane) * Run;
    return blockColumn +
           placeOf<Tile>(element / (32 * Tile::RunLength) * Tile::RunLength,
                         threadColumn - laneColumn, Tile::ThreadColumns) +
           element % RowLength;
  };
  const auto read = [&](int i, int run) {
    const int row = min(rowOf(i, run), problem.m - 1), column = min(columnOf(run), problem.n - Run);
    return problem.beside(warpsmith::RunOf<Run, Run>(), row, column);
  };
  decltype(read(0, 0)) beside[Ahead + 1][Runs];
#pragma unroll
  for (int i = 0; i < Ahead; ++i)
#pragma unroll
    for (int run = 0; run < Runs; ++run)
      beside[i][run] = read(i, run);
#pragma unroll
  for (int i = 0; i < Rows; ++i) {
    if (i + Ahead < Rows)
#pragma unroll
      for (int run = 0; run < Runs; ++run)
        beside[(i + Ahead) % (Ahead + 1)][run] = read(i + Ahead, run);
    swapIntoPatch<Tile>(sum[i], laneRow, laneColumn, patch);
    __syncwarp();
#pragma unroll
    for (int run = 0; run < Runs; ++run) {
      const int row = rowOf(i, run), column = columnOf(run);
      if (row < problem.m && column < problem.n) {
        typename Problem::C *const to = problem.c + problem.placeOfC(row, column);
        const auto swapped = warpsmith::loadVector<Run>(patch + (run * 32 + lane) * Run);
        const auto old = warpsmith::loadVector<Run>(to);
        warpsmith::Vector<float, Run> result;
#pragma unroll
        for (int r = 0; r < Run; ++r)
          result.values[r] = problem.finishBeside(swapped.values[r ^ 1], old.values[r],
                                                  beside[i % (Ahead + 1)][run], r, row, column + r);
        warpsmith::storeVector(to, result);
      }
    }
    __syncwarp();
  }
}

/// Stores what becomes of the sums.
template <typename Problem, typename Tile, int RunC>
__device__ __forceinline__ void
storeSums(const Problem &problem, const float (&sum)[Tile::ThreadM][Tile::ThreadN], int blockRow,
          int blockColumn, int threadRow, int threadColumn, int lane, int laneRow, int laneColumn,
          int slice, bool runsOfC, float *patch, float *sums) {
  const int warpRow = threadRow - laneRow, warpColumn = threadColumn - laneColumn;
#pragma unroll
  for (int i = 0; i < (Problem::InSlices ? Tile::ThreadM / Tile::Slices : Tile::ThreadM); ++i) {
    swapIntoPatch<Tile>(sum[i], laneRow, laneColumn, patch);
    __syncwarp();
    // Two runs at most. Single elements are more: unrolled, they would be most of the code.
#pragma unroll 2
    for (int part = 0; part < Tile::ThreadN; part += RunC) {
      // Lanes side by side store elements side by side.
      const int element = part * 32 + lane * RunC,
                ofRow = element % (Tile::WarpColumns * Tile::RunLength);
      const int rowOfWarp = element / (Tile::WarpColumns * Tile::RunLength) % Tile::WarpRows;
      const int run = element / (32 * Tile::RunLength);
      const int row =
          blockRow +
          placeOf<Tile>(Problem::InSlices ? slice * (Tile::ThreadM / Tile::Slices) + i : i,
                        warpRow + rowOfWarp, Tile::ThreadRows);
      const int column = blockColumn +
                         placeOf<Tile>(run * Tile::RunLength, warpColumn, Tile::ThreadColumns) +
                         ofRow;
      if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
          column < problem.n) {
        typename Problem::C *const to = problem.c + problem.placeOfC(row, column);
        if constexpr (Problem::DividesK)
          if (gridDim.z > 1) {
            warpsmith::Vector<float, RunC> ofSlice;
#pragma unroll
            for (int r = 0; r < RunC; ++r)
              ofSlice.values[r] = patch[(element + r) ^ 1];
            warpsmith::storeVector(sums + placeOfSum(blockIdx.z, problem.m, problem.n, row, column),
                                   ofSlice);
            continue;
          }
        if constexpr (Problem::RunsOfC) {
          const auto swapped =
              warpsmith::loadVector<RunC>(patch + (RunC > 1 ? element : element ^ 1));
          if (RunC == 1 || runsOfC) {
            const auto old = warpsmith::loadVector<RunC>(to);
            warpsmith::Vector<float, RunC> result;
#pragma unroll
            for (int r = 0; r < RunC; ++r)
              result.values[r] = problem.finish(swapped.values[RunC > 1 ? r ^ 1 : 0], old.values[r],
                                                row, column + r);
            warpsmith::storeVector(to, result);
          } else {
#pragma unroll
            for (int r = 0; r < RunC; ++r)
              if (column + r < problem.n)
                to[r] =
                    problem.finish(swapped.values[RunC > 1 ? r ^ 1 : 0], to[r], row, column + r);
          }
        } else {
          *to = problem.finish(patch[element ^ 1], *to, row, column);
        }
      }
    }
    __syncwarp();
  }
}

/// The block's tile from (blockRow, blockColumn) on.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void computeTile(Problem problem, int blockRow, int blockColumn,
                                            float *sums) {
  // The end of the steps that elements of the block's tile have.
  if constexpr (Problem::EndsEarlier)
    problem.k = max(problem.endOfSteps(min(blockRow + Tile::BlockM, problem.m) - 1,
                                       min(blockColumn + Tile::BlockN, problem.n) - 1, problem.k),
                    0);
  const int thread = threadIdx.x,
            tiles = Problem::StartsLater
                        ? (max(problem.k -
                                   firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn),
                               0) +
                           Tile::BlockK - 1) /
                              Tile::BlockK
                    : Problem::DividesK ? firstTileOf<Tile>(blockIdx.z + 1, problem.k) -
                                              firstTileOf<Tile>(blockIdx.z, problem.k)
                                        : (problem.k + Tile::BlockK - 1) / Tile::BlockK;
  // Nothing of the block's tile is stored below the diagonal. Where blocks must wait before they
  // end, they do so first: launch.h.
  if constexpr (!Problem::StoresBelow && !Problem::Dependent)
    if (blockRow >= blockColumn + Tile::BlockN)
      return;
  // Nothing of the block's tile is stored above the diagonal.
  if constexpr (!Problem::StoresAbove && !Problem::Dependent)
    if (blockColumn >= blockRow + Tile::BlockM)
      return;
  // This block's product of the batch.
  if constexpr (Problem::Batched) {
    problem.a += blockIdx.z * problem.batchA;
    problem.b += blockIdx.z * problem.batchB;
    problem.c += blockIdx.z * problem.batchC;
  }
  extern __shared__ __align__(128) unsigned char shared[];
  float *const tilesA = reinterpret_cast<float *>(shared);
  float *const tilesB = tilesA + Tile::Stages * Tile::TileA;
  float *const patches = tilesB + Tile::Stages * Tile::TileB;
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(patches + Tile::Patches);
  auto *const empty = full + Tile::Stages;
  float *const joined = reinterpret_cast<float *>(empty + Tile::Stages);
  if (thread == 0)
    for (int stage = 0; stage < Tile::Stages; ++stage) {
      warpsmith::initialize(&full[stage], Problem::CopiesA || Problem::CopiesB
                                              ? 2 * Tile::FillingThreads
                                              : Tile::FillingThreads);
      warpsmith::initialize(&empty[stage],
                            Problem::InSlices ? Tile::SliceThreads : Tile::ComputeThreads);
    }
  __syncthreads();
  if constexpr (Problem::Dependent)
    warpsmith::waitForPreviousKernel();
  // Nothing of the block's tile is stored below the diagonal.
  if constexpr (!Problem::StoresBelow && Problem::Dependent)
    if (blockRow >= blockColumn + Tile::BlockN)
      return;
  // Nothing of the block's tile is stored above the diagonal.
  if constexpr (!Problem::StoresAbove && Problem::Dependent)
    if (blockColumn >= blockRow + Tile::BlockM)
      return;

  if (thread >= Tile::ComputeThreads) {
    const int copyWarpThread = thread - Tile::ComputeThreads;
    fillRing<Problem, Tile, Aligned>(problem, copyWarpThread, blockRow, blockColumn, tiles, tilesA,
                                     tilesB, full, empty);
    return;
  }
  if constexpr (Problem::MovesRegisters)
    warpsmith::growRegisters<Tile::ComputeRegisters>();

  // Bits 0, 2 and 4 of a lane are its column in the warp, 1 and 3 its row: neighbours share what
  // they load of A, the next but one of B, and each load takes half the passes.
  constexpr int WarpsAlongN = Tile::ThreadColumns / Tile::WarpColumns;
  const int slice = Problem::InSlices && Tile::Slices > 1 ? thread / Tile::SliceThreads : 0;
  const int warp = (Problem::InSlices ? thread % Tile::SliceThreads : thread) / 32;
  const int lane = thread % 32;
  const int laneRow = lane / 2 % 2 + lane / 8 % 2 * 2;
  const int laneColumn = lane % 2 + lane / 4 % 2 * 2 + lane / 16 * 4;
  const int threadRow = warp / WarpsAlongN * Tile::WarpRows + laneRow;
  const int threadColumn = warp % WarpsAlongN * Tile::WarpColumns + laneColumn;
  // Elements of C that a thread reads and writes at once: its rows may begin anywhere even where
  // those of A and B can be read in vectors.
  constexpr int RunC = Problem::RunsOfC && Aligned ? Tile::RunLength : 1;
  const bool runsOfC =
      problem.n % Tile::RunLength == 0 && problem.ldc % Tile::RunLength == 0 &&
      reinterpret_cast<unsigned long long>(problem.c) % (Tile::RunLength * sizeof(*problem.c)) == 0;

  if constexpr (Problem::PrefetchesBeside)
    warpsmith::forEachLine<typename Problem::C, Tile::BlockM, Tile::BlockN, Tile::ComputeThreads>(
        thread, problem.m - blockRow, problem.n - blockColumn, [&](int ofRow, int ofColumn) {
          const int row = blockRow + ofRow, column = blockColumn + ofColumn;
          problem.prefetchBeside(row, column);
        });
  float sum[Tile::ThreadM][Tile::ThreadN] = {};
  if constexpr (!Problem::StartsFromZero)
    startSums<Problem, Tile, RunC>(problem, sum, blockRow, blockColumn, threadRow, threadColumn,
                                   slice, runsOfC);
  multiplyTiles<Problem, Tile>(problem, sum, tiles, blockRow, blockColumn, threadRow, threadColumn,
                               slice, tilesA, tilesB, full, empty);
  if constexpr (Problem::InSlices)
    if constexpr (Tile::Slices > 1)
      joinSlices<Tile>(sum, thread, slice, joined);
  float *const patch = patches + thread / 32 * Tile::Patch;
  if constexpr (Problem::ReadsInRuns && Problem::RunsOfC)
    if constexpr (RunC > 1)
      if (runsOfC && problem.runsBeside(RunC) && (!Problem::DividesK || gridDim.z == 1)) {
        storeSumsBeside<Problem, Tile, RunC>(problem, sum, blockRow, blockColumn, threadRow,
                                             threadColumn, lane, laneRow, laneColumn, slice, patch);
        return;
      }
  storeSums<Problem, Tile, RunC>(problem, sum, blockRow, blockColumn, threadRow, threadColumn, lane,
                                 laneRow, laneColumn, slice, runsOfC, patch, sums);
}

/// Aligned: rows of A and B can be read in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1, 1)
    kernel(Problem problem, float *__restrict__ sums) {
  if constexpr (Problem::Compiled) {
    if constexpr (Problem::Dependent)
      warpsmith::allowNextKernel();
    const int blockRow = (Problem::EndsEarlier && !Problem::StartsLater ? gridDim.y - 1 - blockIdx.y
                                                                        : blockIdx.y) *
                         Tile::BlockM,
              blockColumn = blockIdx.x * Tile::BlockN;
    computeTile<Problem, Tile, Aligned>(problem, blockRow, blockColumn, sums);
  }
}

} // namespace warpsmith::fma_ring
