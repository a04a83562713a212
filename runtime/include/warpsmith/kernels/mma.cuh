/// A product on the tensor cores by mma.sync: of doubles, of complex numbers of doubles or floats,
/// or of FP16 or BF16 with sums in FP32. Tiles of A and B come into a ring of stages in shared
/// memory, by TMA from a producer warp or by cp.async from all threads.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; int lda         an operand's elements, and from one of its rows to the next; also
///                               b
///   C *c; int ldc               where results go
///   int products                if Batched, of a batch; the grid's z is as large
///   long long batchA            if Batched, from one product of a batch to the next; also for B, C
///
///   A, B, C                     types of elements in global memory
///   Part                        operands' type on the tensor cores
///   Fragment                    what a thread's registers hold of them: double, of complex numbers
///                               of doubles double2, or unsigned for two of 16 bits, or one of TF32
///   Sum                         type of sums, of complex numbers that of their parts
///   Doubles                     Part is double or double2; else it has 16 bits, or is float2
///   Complex                     Part is double2 or float2, a complex number (mma_complex.cuh)
///   Tf32                        parts of float2 are multiplied as TF32 numbers, else as those of
///                               16 bits
///   Terms                       numbers of 16 bits that a part of float2 is the sum of: 3, which
///                               are BF16's, or 1; of all else 1
///   Parts                       numbers that an element is: 2 if it is complex, else 1
///   PartA0, PartB0              if so, of the first of both products that are added to the real
///                               part of a sum: which parts of A and B it has, 0 the real one, 1
///                               the imaginary one; the second has the other ones; PartA0 of
///                               float2 is 0
///   PartA1, PartB1              the same for the imaginary part of a sum
///   Subtracts0, Subtracts1      which of these products are subtracted: 1 the first, 2 the second,
///                               3 both
///   Bulk                        TMA copies tiles, from where mapA and mapB say that operands lie;
///                               else they begin at sourceA and sourceB, with rows fromA and fromB
///                               elements apart
///   multiply(sum, a, b)         a product of fragments; of 16 bits and TF32 B's has two parts
///   pack(x, y)                  of float2, both parts as numbers of 16 bits
///   start(old, row, column)     what a sum starts from
///   StartsFromConstant          it depends on nothing, else sums are doubles
///   StartsApart                 it depends on the old element alone, which is a double
///   StartsScaled                and is not the old element itself
///   finish(sum, old, row, column)
///                               what is stored for a sum
///   ReadsOld                    it reads the old element
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
///   SomeTiles                   of C, only tiles of `chosen` are computed
///   AlongKA, AlongKB            rows of an operand run along k
///   StartsLater, EndsEarlier    sums have ranges of steps that begin after 0, or end before k
///   LimitsSteps                 one of them, or both (mma_ranges.cuh)
///   PacksBands                  idle warps of the kernel multiply rows of A that all of C does not
///                               need at first by factorA()
///   Compiled                    the code is compiled for what it needs
#pragma once

#include "warpsmith/device/device_code.h"
#include "warpsmith/device/global_loads.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/mma_boxes.h"
#include "warpsmith/device/pack_bands.h"
#include "warpsmith/device/reads_in_runs.h"
#include "warpsmith/device/tensor_copy.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/kernels/mma_complex.cuh"
#include "warpsmith/kernels/mma_ranges.cuh"
#include "warpsmith/kernels/mma_tile.cuh"
#include <type_traits>

namespace warpsmith::mma {

/// The work of the threads that TMA and scaled bands of A are left to.
template <typename Problem, typename Tile, typename Visits>
__device__ __forceinline__ void
fillRing(const Problem &problem, const warpsmith::TensorMap &mapA, const warpsmith::TensorMap &mapB,
         const warpsmith::PackedBands &bands, int thread, typename Problem::Part *tilesA,
         typename Problem::Part *tilesB, warpsmith::Barrier *full, warpsmith::Barrier *empty,
         const Visits &forEachTile) {
  // The three warps that do not copy scale rows of A that will be needed later.
  if constexpr (Problem::PacksBands) {
    if constexpr (Tile::PacksBands)
      if (thread >= Tile::ComputeThreads + 32 && bands.counters)
        warpsmith::packBands<Problem::AlongKA, Tile::BandM>(bands, problem.factorA(), thread % 32);
  }
  int packed = bands.before; // bands
  warpsmith::RingPlace<Tile::Stages> place;
  if (thread == Tile::ComputeThreads)
    forEachTile([&](int blockRow, int blockColumn) {
      if constexpr (Problem::PacksBands) {
        if constexpr (Tile::PacksBands)
          if (const int band = blockRow / Tile::BandM; bands.counters && band >= packed) {
            warpsmith::waitForBand<Problem::AlongKA, Tile::BandM>(bands, band);
            packed = band + 1;
          }
      }
      const int first = Problem::StartsLater
                            ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn)
                            : 0;
      const int end = Problem::EndsEarlier
                          ? endOfStepsOfBlock<Problem, Tile>(problem, blockRow, blockColumn)
                          : problem.k;
      for (int k0 = first; k0 < end; k0 += Tile::BlockK) {
        // A new barrier counts as having completed the phase before its first.
        warpsmith::wait(&empty[place.stage], place.parity ^ 1);
        warpsmith::arriveExpecting(&full[place.stage], Tile::StageBytes);
#pragma unroll
        for (int box = 0; box < Tile::BoxesA; ++box)
          warpsmith::copyBox(tilesA + place.stage * Tile::TileA + box * Tile::BoxA, mapA,
                             Problem::Batched && problem.batchA != 0 ? blockIdx.z : 0,
                             Problem::AlongKA ? blockRow : k0,
                             Problem::AlongKA
                                 ? Problem::Parts * k0 + box * Tile::BoxColumns * Problem::Parts
                                 : Problem::Parts * blockRow +
                                       box * Tile::BoxColumns * Problem::Parts,
                             &full[place.stage]);
#pragma unroll
        for (int box = 0; box < Tile::BoxesB; ++box)
          warpsmith::copyBox(tilesB + place.stage * Tile::TileB + box * Tile::BoxB, mapB,
                             Problem::Batched && problem.batchB != 0 ? blockIdx.z : 0,
                             Problem::AlongKB ? blockColumn : k0,
                             Problem::AlongKB
                                 ? Problem::Parts * k0 + box * Tile::BoxColumns * Problem::Parts
                                 : Problem::Parts * blockColumn +
                                       box * Tile::BoxColumns * Problem::Parts,
                             &full[place.stage]);
        place.advance();
      }
    });
}

/// The old elements come into the L2 cache while the products are summed.
template <typename Problem, typename Tile>
__device__ __forceinline__ void prefetchOld(const Problem &problem, int blockRow, int blockColumn,
                                            int thread) {
  constexpr int LinesOfRow =
      (Tile::BlockN * sizeof(typename Problem::C) + warpsmith::CacheLine - 1) /
      warpsmith::CacheLine;
#pragma unroll 1
  for (int line = thread; line < Tile::BlockM * LinesOfRow; line += Tile::ComputeThreads) {
    const int row = blockRow + line / LinesOfRow;
    const int column = blockColumn + line % LinesOfRow * (Tile::BlockN / LinesOfRow);
    if (row < problem.m && column < problem.n)
      warpsmith::prefetchToL2(problem.c + (long long)row * problem.ldc + column);
  }
}

/// Whether elements of C, and what results read, can be read and written in pairs.
template <typename Problem>
__device__ __forceinline__ bool hasPairs(const Problem &problem) {
  if constexpr (Problem::ReadsInRuns)
    if (!problem.runsBeside(2))
      return false;
  return Problem::StoresAll && (!Problem::Batched || problem.batchC % 2 == 0) &&
         problem.n % 2 == 0 && problem.ldc % 2 == 0 &&
         reinterpret_cast<unsigned long long>(problem.c) % (2 * sizeof(typename Problem::C)) == 0;
}

/// What the sums of the lane start from. All of C is on its way before the first of it is needed.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
startSums(const Problem &problem,
          typename Problem::Sum (&sum)[Tile::WarpM / 16][Tile::FragmentsN][2][4], int firstRow,
          int firstColumn, int lane, bool whole) {
  if constexpr (!Problem::StartsFromConstant) {
    const auto start = [&](auto inside) {
      constexpr bool Inside = decltype(inside)::value;
      constexpr int Run = Inside ? 2 : 1; // elements of C at once
#pragma unroll
      for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
        for (int j = 0; j < Tile::FragmentsN; ++j)
#pragma unroll
          for (int at = 0; at < 4; ++at) {
            const int row = rowOf<Problem>(firstRow, i, at, lane);
            const int first = columnOf<Problem>(firstColumn, j, at, lane);
#pragma unroll
            for (int part = 0; part < 2; part += Run) {
              warpsmith::Vector<typename Problem::C, Run> old = {};
              if (Inside || ((Problem::StoresAll || problem.isStored(row, first + part)) &&
                             row < problem.m && first + part < problem.n))
                old = warpsmith::loadVector<Run>(problem.c + (long long)row * problem.ldc + first +
                                                 part);
#pragma unroll
              for (int r = 0; r < Run; ++r)
                if constexpr (Problem::StartsApart)
                  sum[i][j][part + r][at] = old.values[r];
                else
                  sum[i][j][part + r][at] =
                      Inside || ((Problem::StoresAll || problem.isStored(row, first + part + r)) &&
                                 row < problem.m && first + part + r < problem.n)
                          ? problem.start(old.values[r], row, first + part + r)
                          : 0.0;
            }
          }
    };
    if (whole)
      start(std::true_type{});
    else
      start(std::false_type{});
  }
  if constexpr (Problem::StartsFromConstant || Problem::StartsScaled) {
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
      for (int j = 0; j < Tile::FragmentsN; ++j)
#pragma unroll
        for (int at = 0; at < 4; ++at)
#pragma unroll
          for (int part = 0; part < 2; ++part)
            if constexpr (Problem::StartsScaled)
              sum[i][j][part][at] = problem.start(sum[i][j][part][at], 0, 0);
            else
              sum[i][j][part][at] = problem.start(typename Problem::C{}, 0, 0);
  }
}

/// Adds the products of all k-tiles of which the block's tile has steps to a warp's sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void multiplyTiles(
    const Problem &problem, typename Problem::Sum (&sum)[Tile::WarpM / 16][Tile::FragmentsN][2][4],
    const typename Problem::Part *sourceA, int fromA, const typename Problem::Part *sourceB,
    int fromB, int blockRow, int blockColumn, int warpRow, int warpColumn, int thread, int lane,
    typename Problem::Part *tilesA, typename Problem::Part *tilesB, warpsmith::Barrier *full,
    warpsmith::Barrier *empty, warpsmith::RingPlace<Tile::Stages> &place) {
  const int firstStep =
      Problem::StartsLater ? firstStepOfBlock<Problem, Tile>(problem, blockRow, blockColumn) : 0;
  const int tiles = Problem::LimitsSteps
                        ? tilesOfBlock<Problem, Tile>(problem, blockRow, blockColumn)
                        : (problem.k + Tile::BlockK - 1) / Tile::BlockK;
  const int firstWhole = Problem::StartsLater
                             ? firstWholeTile<Problem, Tile>(problem, blockRow, blockColumn, tiles)
                             : 0;
  [[maybe_unused]] const int endOfWhole =
      Problem::LimitsSteps
          ? max(firstWhole, endOfWholeTiles<Problem, Tile>(problem, blockRow, blockColumn))
          : 0;
  const int rowsOfA = Problem::StartsLater ? problem.rowsBefore(problem.k, problem.m) : problem.m;
  const int columnsOfB =
      Problem::StartsLater ? problem.columnsBefore(problem.k, problem.n) : problem.n;
  // Of the 16 x 16 elements of sum[i][j], the lane has two side by side at each of four places.
  // Fragments of A and B are for Steps steps of k.
  typename Problem::Fragment fragmentA[Tile::WarpM / 16][Problem::Doubles ? 2 : 4 * Problem::Terms];
  typename Problem::Fragment fragmentB[Tile::FragmentsN][Problem::Doubles   ? 2
                                                         : Problem::Complex ? 2 * Problem::Terms
                                                                            : 4];
  const typename Problem::Part *tileA, *tileB;
  const auto readStage = [&](int stage) {
    if constexpr (Problem::Doubles || Problem::Complex) {
      tileA = Problem::AlongKA
                  ? tilesA + stage * Tile::TileA + warpRow * Tile::BoxColumns
                  : tilesA + stage * Tile::TileA + warpRow / Tile::BoxColumns * Tile::BoxA;
      tileB = Problem::AlongKB
                  ? tilesB + stage * Tile::TileB + warpColumn * Tile::BoxColumns
                  : tilesB + stage * Tile::TileB + warpColumn / Tile::BoxColumns * Tile::BoxB;
    } else {
      tileA = tilesA + stage * Tile::TileA;
      tileB = tilesB + stage * Tile::TileB;
    }
  };
  const auto loadA = [&](int i, int step) {
    if constexpr (Problem::Complex && !Problem::Doubles) {
      loadFloatsOfA<Problem, Tile>(problem, fragmentA[i], tileA, i, step, lane);
    } else if constexpr (Problem::Complex) {
#pragma unroll
      for (int half = 0; half < 2; ++half)
        fragmentA[i][half] =
            warpsmith::loadComplex<Problem::AlongKA, Tile::RowsOfBoxA, Problem::PartA0,
                                   Problem::PartA1>(tileA, 2 * i + half, step, lane);
    } else if constexpr (Problem::Doubles)
      warpsmith::loadFragment<Problem::AlongKA, Tile::RowsOfBoxA>(
          fragmentA[i], tileA, Problem::AlongKA ? 16 * i : i, step, lane);
    else
      warpsmith::loadFragment16<true, Problem::AlongKA, Tile::RowsOfBoxA>(
          fragmentA[i], tileA, warpRow, 16 * i, step, lane);
  };
  const auto loadB = [&](int j, int step) {
    if constexpr (Problem::Complex && !Problem::Doubles) {
      loadFloatsOfB<Problem, Tile>(problem, fragmentB[j], tileB, j, step, lane);
    } else if constexpr (Problem::Complex) {
      fragmentB[j][0] = warpsmith::loadComplex<Problem::AlongKB, Tile::RowsOfBoxB, Problem::PartB0,
                                               Problem::PartB1>(tileB, j, step, lane);
      fragmentB[j][0].x = warpsmith::withSign<Problem::Subtracts0>(fragmentB[j][0].x, lane);
      fragmentB[j][0].y = warpsmith::withSign<Problem::Subtracts1>(fragmentB[j][0].y, lane);
    } else if constexpr (Problem::Doubles)
      warpsmith::loadFragment<Problem::AlongKB, Tile::RowsOfBoxB>(
          fragmentB[j], tileB, Problem::AlongKB ? 16 * j : j, step, lane);
    else
      warpsmith::loadFragment16<false, Problem::AlongKB, Tile::RowsOfBoxB>(
          fragmentB[j], tileB, warpColumn, 16 * j, step, lane);
  };
  const auto multiply = [&](int i, int j) {
    if constexpr (Problem::Complex && !Problem::Doubles) {
      multiplyFloats<Problem, Problem::PartB0, Problem::Subtracts0>(problem, sum[i][j][0],
                                                                    fragmentA[i], fragmentB[j]);
      multiplyFloats<Problem, Problem::PartB1, Problem::Subtracts1>(problem, sum[i][j][1],
                                                                    fragmentA[i], fragmentB[j]);
    } else if constexpr (Problem::Complex) {
      const double ofReal[] = {fragmentA[i][0].x, fragmentA[i][1].x};
      const double ofImaginary[] = {fragmentA[i][0].y, fragmentA[i][1].y};
      problem.multiply(sum[i][j][0], ofReal, fragmentB[j][0].x);
      problem.multiply(sum[i][j][1], ofImaginary, fragmentB[j][0].y);
    } else {
#pragma unroll
      for (int half = 0; half < 2; ++half)
        if constexpr (Problem::Doubles)
          problem.multiply(sum[i][j][half], fragmentA[i], fragmentB[j][half]);
        else
          problem.multiply(sum[i][j][half], fragmentA[i], fragmentB[j][2 * half],
                           fragmentB[j][2 * half + 1]);
    }
  };
  // This warp has read the stage.
  [[maybe_unused]] const auto release = [&] {
    warpsmith::finishReads();
    __syncwarp();
    if (lane == 0)
      warpsmith::arrive(&empty[place.stage]);
    place.advance();
  };
  // A k-tile's copies are a group, which is empty behind the last one.
  [[maybe_unused]] const auto copy = [&](int tile) {
    const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK + firstStep;
    if (tile < tiles) {
      // The first element of the block's part of each operand, and how many rows and columns are
      // left.
      const auto *const partA = Problem::AlongKA ? sourceA + (long long)blockRow * fromA + k0
                                                 : sourceA + (long long)k0 * fromA + blockRow;
      const auto *const partB = Problem::AlongKB ? sourceB + (long long)blockColumn * fromB + k0
                                                 : sourceB + (long long)k0 * fromB + blockColumn;
      const int stepsLeft = problem.k - k0;
      const int rowsA = Problem::AlongKA ? rowsOfA - blockRow : stepsLeft;
      const int columnsA = Problem::AlongKA ? stepsLeft : rowsOfA - blockRow;
      const int rowsB = Problem::AlongKB ? columnsOfB - blockColumn : stepsLeft;
      const int columnsB = Problem::AlongKB ? stepsLeft : columnsOfB - blockColumn;
      if constexpr (Problem::Complex && !Problem::Doubles) {
        warpsmith::copyComplexFloatBoxesAsync<Tile::RowsOfBoxA, Tile::BoxesA * Tile::BoxColumns,
                                              Tile::Threads>(
            tilesA + stage * Tile::TileA, partA, fromA, warpsmith::isPaired(sourceA, fromA), rowsA,
            columnsA, thread);
        warpsmith::copyComplexFloatBoxesAsync<Tile::RowsOfBoxB, Tile::BoxesB * Tile::BoxColumns,
                                              Tile::Threads>(
            tilesB + stage * Tile::TileB, partB, fromB, warpsmith::isPaired(sourceB, fromB), rowsB,
            columnsB, thread);
      } else if constexpr (Problem::Complex) {
        warpsmith::copyComplexBoxesAsync<Tile::RowsOfBoxA, Tile::BoxesA * Tile::BoxColumns,
                                         Tile::Threads>(tilesA + stage * Tile::TileA, partA, fromA,
                                                        rowsA, columnsA, thread);
        warpsmith::copyComplexBoxesAsync<Tile::RowsOfBoxB, Tile::BoxesB * Tile::BoxColumns,
                                         Tile::Threads>(tilesB + stage * Tile::TileB, partB, fromB,
                                                        rowsB, columnsB, thread);
      } else if constexpr (Problem::Doubles) {
        warpsmith::copyBoxesAsync<Tile::RowsOfBoxA, Tile::BoxesA * Tile::BoxColumns, Tile::Threads>(
            tilesA + stage * Tile::TileA, partA, fromA, rowsA, columnsA, thread);
        warpsmith::copyBoxesAsync<Tile::RowsOfBoxB, Tile::BoxesB * Tile::BoxColumns, Tile::Threads>(
            tilesB + stage * Tile::TileB, partB, fromB, rowsB, columnsB, thread);
      } else {
        warpsmith::copyBoxesAsync16<Tile::RowsOfBoxA, Tile::BoxesA * Tile::BoxColumns,
                                    Tile::Threads>(tilesA + stage * Tile::TileA, partA, fromA,
                                                   rowsA, columnsA, thread);
        warpsmith::copyBoxesAsync16<Tile::RowsOfBoxB, Tile::BoxesB * Tile::BoxColumns,
                                    Tile::Threads>(tilesB + stage * Tile::TileB, partB, fromB,
                                                   rowsB, columnsB, thread);
      }
    }
    warpsmith::commitCopies();
  };
  // To the next tile, when this one has been read.
  const auto advanceTo = [&](int tile) {
    if constexpr (Problem::Bulk) {
      release();
      warpsmith::wait(&full[place.stage], place.parity);
      readStage(place.stage);
    } else {
      warpsmith::waitForCopies<Tile::Stages - 2>(); // this thread's part has arrived
      __syncthreads(); // everyone's part has, and the stage before has been read
      copy(tile - 1 + Tile::Stages);
      readStage(tile % Tile::Stages);
    }
  };
  // Tiles at the ends of ranges. Those between are whole: all elements of C have their steps.
  [[maybe_unused]] const auto multiplyEnds = [&](int first, int end) {
    for (int tile = first; tile < end; ++tile) {
      const int stage = Problem::Bulk ? place.stage : tile % Tile::Stages;
      if constexpr (Problem::LimitsSteps)
        multiplyEnd<Problem, Tile>(problem, sum, fragmentA, fragmentB, tilesA + stage * Tile::TileA,
                                   tilesB + stage * Tile::TileB, blockRow, blockColumn, warpRow,
                                   warpColumn, firstStep + tile * Tile::BlockK, lane, loadA, loadB,
                                   multiply);
      if (tile + 1 < tiles)
        advanceTo(tile + 1);
    }
  };

  if constexpr (Problem::Bulk) {
    if constexpr (Problem::LimitsSteps) {
      if (tiles > 0)
        warpsmith::wait(&full[place.stage], place.parity);
    } else {
      warpsmith::wait(&full[place.stage], place.parity);
    }
    readStage(place.stage);
  } else {
    for (int tile = 0; tile < Tile::Stages; ++tile)
      copy(tile);
    warpsmith::waitForCopies<Tile::Stages - 1>();
    __syncthreads();
    readStage(0);
  }
  if constexpr (Problem::StartsLater)
    multiplyEnds(0, firstWhole);
  if ((Problem::LimitsSteps ? endOfWhole : tiles) > 1 + firstWhole) {
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
      loadA(i, 0);
#pragma unroll
    for (int j = 0; j < Tile::FragmentsN; ++j)
      loadB(j, 0);
  }
  // The column of fragments with whose product the stage has been read.
  constexpr int LastOfStage = Tile::WarpM > 16 ? Tile::FragmentsN - 1 : 0;
  for (int tile = 1 + firstWhole; tile < (Problem::LimitsSteps ? endOfWhole : tiles); ++tile) {
#pragma unroll
    for (int step = Tile::Steps; step <= Tile::BlockK; step += Tile::Steps) {
      // Each fragment makes room for that of the next steps when it has been multiplied.
#pragma unroll
      for (int i = 0; i < Tile::WarpM / 16; ++i) {
#pragma unroll
        for (int j = 0; j < Tile::FragmentsN; ++j) {
          multiply(i, j);
          if (step == Tile::BlockK && i == 0 && j == LastOfStage)
            advanceTo(tile); // whose steps are the next
          if (i == Tile::WarpM / 16 - 1)
            loadB(j, step % Tile::BlockK);
        }
        loadA(i, step % Tile::BlockK);
      }
    }
  }
  const int left = Problem::LimitsSteps ? firstWhole < endOfWhole ? Tile::BlockK : 0
                                        : problem.k - (tiles - 1) * Tile::BlockK;
  for (int step = 0; step < left; step += Tile::Steps) {
    // Elements beyond the last step are 0.
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i) {
      loadA(i, step);
      if constexpr (Problem::Complex && Problem::Doubles) {
        if (lane % 4 / 2 >= left - step)
          fragmentA[i][0].x = fragmentA[i][0].y = fragmentA[i][1].x = fragmentA[i][1].y = -0.0;
      } else if constexpr (Problem::Doubles)
        if (lane % Tile::Steps >= left - step)
          fragmentA[i][0] = fragmentA[i][1] = -0.0; // adding -0 changes no sum
    }
#pragma unroll
    for (int j = 0; j < Tile::FragmentsN; ++j)
      loadB(j, step);
    if constexpr (Problem::Complex && Problem::Doubles) {
#pragma unroll
      for (int j = 0; j < Tile::FragmentsN; ++j)
        if (lane % 4 / 2 >= left - step)
          fragmentB[j][0].x = fragmentB[j][0].y = 0.0; // not -0, where it is subtracted
    }
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
      for (int j = 0; j < Tile::FragmentsN; ++j)
        multiply(i, j);
  }
  if constexpr (Problem::LimitsSteps) {
    if (firstWhole < endOfWhole && endOfWhole < tiles)
      advanceTo(endOfWhole);
    multiplyEnds(endOfWhole, tiles);
  }
  if constexpr (Problem::Bulk) {
    if constexpr (Problem::LimitsSteps) {
      if (tiles > 0)
        release();
    } else {
      release();
    }
  }
}

/// Stores what becomes of the lane's sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
storeSums(const Problem &problem,
          typename Problem::Sum (&sum)[Tile::WarpM / 16][Tile::FragmentsN][2][4], int firstRow,
          int firstColumn, int lane, bool whole) {
  const auto store = [&](auto inside) {
    constexpr bool Inside = decltype(inside)::value;
    constexpr int Run = Inside ? 2 : 1; // elements of C at once
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
      for (int at = 0; at < 4; ++at) {
        const int row = rowOf<Problem>(firstRow, i, at, lane);
        typename Problem::C *const to = problem.c + (long long)row * problem.ldc;
        warpsmith::Vector<typename Problem::C, Run> old[Tile::FragmentsN][2 / Run];
        // Of a whole tile, all old elements are on their way before one is needed.
        if constexpr (Problem::ReadsOld) {
          if constexpr (Inside) {
#pragma unroll
            for (int j = 0; j < Tile::FragmentsN; ++j)
#pragma unroll
              for (int part = 0; part < 2; part += Run)
                old[j][part / Run] = warpsmith::loadVector<Run>(
                    to + columnOf<Problem>(firstColumn, j, at, lane) + part);
          }
        }
#pragma unroll
        for (int j = 0; j < Tile::FragmentsN; ++j)
#pragma unroll
          for (int part = 0; part < 2; part += Run) {
            const int first = columnOf<Problem>(firstColumn, j, at, lane);
            if (Inside || ((Problem::StoresAll || problem.isStored(row, first + part)) &&
                           row < problem.m && first + part < problem.n)) {
              if constexpr (Problem::ReadsOld) {
                if constexpr (!Inside)
                  old[j][part / Run] = warpsmith::loadVector<Run>(to + first + part);
              }
              warpsmith::Vector<typename Problem::C, Run> result;
              if constexpr (Problem::ReadsInRuns) {
                const auto beside = problem.beside(warpsmith::RunOf<Run, Run>(), row, first + part);
#pragma unroll
                for (int r = 0; r < Run; ++r)
                  result.values[r] = problem.finishBeside(
                      Problem::Doubles ? sum[i][j][part + r][at]
                                       : sum[i][j][at % 2][at / 2 * 2 + part + r],
                      old[j][part / Run].values[r], beside, r, row, first + part + r);
              } else {
#pragma unroll
                for (int r = 0; r < Run; ++r)
                  if constexpr (Problem::Doubles)
                    result.values[r] =
                        problem.finish(sum[i][j][part + r][at], old[j][part / Run].values[r], row,
                                       first + part + r);
                  else
                    result.values[r] =
                        problem.finish(sum[i][j][at % 2][at / 2 * 2 + part + r],
                                       old[j][part / Run].values[r], row, first + part + r);
              }
              warpsmith::storeVector(to + first + part, result);
            }
          }
      }
  };
  if (whole)
    store(std::true_type{});
  else
    store(std::false_type{});
}

template <typename Problem, typename Tile>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1, 1)
    kernel(const __grid_constant__ warpsmith::TensorMap mapA,
           const __grid_constant__ warpsmith::TensorMap mapB,
           const typename Problem::Part *__restrict__ sourceA, int fromA,
           const typename Problem::Part *__restrict__ sourceB, int fromB, Problem problem,
           const __grid_constant__ warpsmith::PackedBands bands) {
  if constexpr (Problem::Compiled) {
    const int thread = threadIdx.x;
    if constexpr (Problem::Bulk)
      warpsmith::allowNextKernel();
    extern __shared__ __align__(128) unsigned char shared[];
    auto *const tilesA = reinterpret_cast<typename Problem::Part *>(
        Problem::Bulk
            ? shared + (SharedAlignment - warpsmith::sharedAddress(shared) % SharedAlignment) %
                           SharedAlignment
            : shared);
    auto *const tilesB = tilesA + Tile::Stages * Tile::TileA;
    // A stage is full when all its bytes are there, and empty when each warp has read it.
    auto *const full = reinterpret_cast<warpsmith::Barrier *>(tilesB + Tile::Stages * Tile::TileB);
    auto *const empty = full + Tile::Stages;
    if constexpr (Problem::Bulk) {
      if (thread == 0) {
        for (int stage = 0; stage < Tile::Stages; ++stage) {
          warpsmith::initialize(&full[stage], 1);
          warpsmith::initialize(&empty[stage], Tile::ComputeThreads / 32);
        }
        warpsmith::publishBarriers();
      }
      __syncthreads();
      warpsmith::waitForPreviousKernel();
    }
    if constexpr (Problem::SomeTiles)
      if (problem.chosen.none())
        return;

    // This block's product of the batch.
    if constexpr (Problem::Batched) {
      problem.c += blockIdx.z * problem.batchC;
      if constexpr (!Problem::Bulk) {
        sourceA += blockIdx.z * problem.batchA;
        sourceB += blockIdx.z * problem.batchB;
      }
    }

    // Calls visit(blockRow, blockColumn) for the block's tiles of C.
    const auto forEachTile = [&](auto visit) {
      const int tileRows = (problem.m + Tile::BlockM - 1) / Tile::BlockM;
      const int tileColumns = (problem.n + Tile::BlockN - 1) / Tile::BlockN;
      if constexpr (Problem::Bulk) {
        for (int tile = blockIdx.x; tile < tileRows * tileColumns; tile += gridDim.x) {
          const auto at = warpsmith::tilePlace(tile, tileRows, tileColumns);
          const int blockRow = at.row * Tile::BlockM, blockColumn = at.column * Tile::BlockN;
          if constexpr (Problem::SomeTiles)
            if (!problem.chosen.contains(at.row, at.column))
              continue;
          if constexpr (!Problem::StoresBelow)
            if (blockRow >= blockColumn + Tile::BlockN)
              continue; // not stored
          if constexpr (!Problem::StoresAbove)
            if (blockColumn >= blockRow + Tile::BlockM)
              continue; // not stored
          visit(blockRow, blockColumn);
        }
      } else {
        const auto at = warpsmith::tilePlace(blockIdx.x, tileRows, tileColumns);
        const int blockRow = at.row * Tile::BlockM, blockColumn = at.column * Tile::BlockN;
        if constexpr (Problem::SomeTiles)
          if (!problem.chosen.contains(at.row, at.column))
            return;
        if constexpr (!Problem::StoresBelow)
          if (blockRow >= blockColumn + Tile::BlockN)
            return; // not stored
        if constexpr (!Problem::StoresAbove)
          if (blockColumn >= blockRow + Tile::BlockM)
            return; // not stored
        visit(blockRow, blockColumn);
      }
    };

    if constexpr (Problem::Bulk) {
      if (thread >= Tile::ComputeThreads) {
        warpsmith::shrinkRegisters<Tile::CopyRegisters>();
        fillRing<Problem, Tile>(problem, mapA, mapB, bands, thread, tilesA, tilesB, full, empty,
                                forEachTile);
        return;
      }
      warpsmith::growRegisters<Tile::ComputeRegisters>();
    }
    warpsmith::RingPlace<Tile::Stages> place;
    const int warp = thread / 32, lane = thread % 32;
    const int warpRow = warp / (Tile::BlockN / Tile::WarpN) * Tile::WarpM;
    const int warpColumn = warp % (Tile::BlockN / Tile::WarpN) * Tile::WarpN;
    [[maybe_unused]] const bool pairs = Problem::Complex ? false : hasPairs(problem);
    // Whether all of a tile exists is asked twice: kept, the answer would take the sums a register.
    forEachTile([&](int blockRow, int blockColumn) {
      const int firstRow = blockRow + warpRow, firstColumn = blockColumn + warpColumn;
      if constexpr (Problem::ReadsOld)
        prefetchOld<Problem, Tile>(problem, blockRow, blockColumn, thread);
      if constexpr (Problem::PrefetchesBeside)
        warpsmith::forEachLine<typename Problem::C, Tile::BlockM, Tile::BlockN,
                               Tile::ComputeThreads>(
            thread, problem.m - blockRow, problem.n - blockColumn, [&](int ofRow, int ofColumn) {
              const int row = blockRow + ofRow, column = blockColumn + ofColumn;
              problem.prefetchBeside(row, column);
            });
      typename Problem::Sum sum[Tile::WarpM / 16][Tile::FragmentsN][2][4];
      if constexpr (Problem::Complex)
        startComplexSums<Problem, Tile>(problem, sum, firstRow, firstColumn, lane);
      else
        startSums<Problem, Tile>(problem, sum, firstRow, firstColumn, lane,
                                 pairs && blockRow + Tile::BlockM <= problem.m &&
                                     blockColumn + Tile::BlockN <= problem.n);
      multiplyTiles<Problem, Tile>(problem, sum, sourceA, fromA, sourceB, fromB, blockRow,
                                   blockColumn, warpRow, warpColumn, thread, lane, tilesA, tilesB,
                                   full, empty, place);
      if constexpr (Problem::Complex)
        storeComplexSums<Problem, Tile>(problem, sum, firstRow, firstColumn, lane, sourceA, fromA,
                                        sourceB, fromB);
      else
        storeSums<Problem, Tile>(problem, sum, firstRow, firstColumn, lane,
                                 pairs && blockRow + Tile::BlockM <= problem.m &&
                                     blockColumn + Tile::BlockN <= problem.n);
    });
  }
}

} // namespace warpsmith::mma
