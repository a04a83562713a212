/// A product whose rows, columns or steps are counted by several indices, on the tensor cores:
/// direct convolutions, and whatever else no leading dimension describes. The threads of a block
/// gather tiles of A and B into a ring of stages in shared memory while the tensor cores multiply
/// the tiles before: by Hopper's warpgroup instructions, which need sm_90a, or by mma.sync, which
/// needs sm_80. Of an element's address, one part depends on its row or column alone, and the other
/// on its step: the former is found once, the latter once a tile.
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
///   Part                        the operands' type on the tensor cores
///   Sum                         type of the sums
///   add(sum, a, b)              a step of a sum, as the original computes it
///   finish(sum, old, row, column)
///                               what is stored for a sum
///   ReadsOld                    it reads the old element
///   ReadsArrays                 it reads that, or another array's
///   VectorsA, VectorsB          chunks of steps of an operand may be adjacent: then `Vectors` says
///                               that they are, and aligned
///   AlongKA, AlongKB            elements of steps side by side are adjacent, and those of lines
///   are
///                               not near each other
///   PlacesA, PlacesB            dimensions of the operand that have padding; 0 of one of the two
///   SkipsPadding                a step in padding, or outside of a range, leaves the sum as it is;
///                               else it takes a zero
///   LimitsSteps                 elements of C have ranges of steps; StartsLater, EndsEarlier: some
///                               begin after 0, or end before k
///   firstStep(row, column), endOfSteps(row, column, k)
///                               then an element's range; neither is less further down or right,
///                               and each is the larger or smaller of a row's and a column's own
///   placeOfLine(place, line)    where a row of A or a column of B is in such a dimension
///   placeOfStep(place, step)    what the step adds to that
///   extentOf(place)             the dimension's extent
///   Warpgroups                  the instructions are those of warpgroups
///   multiply(sums, a, b, add)   then the instruction, of tiles given by descriptors
///   multiply(sums, a, b0, b1)   else the instruction, of fragments
///   Compiled                    the code is compiled for what it needs
#pragma once

#include "warpsmith/device/cluster.h"
#include "warpsmith/device/device_code.h"
#include "warpsmith/device/gather_lines.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/mma_boxes.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/kernels/gathered_tensor_ranges.cuh"
#include "warpsmith/kernels/gathered_tensor_tile.cuh"

namespace warpsmith::gathered_tensor {

/// Starts a warpgroup's products of a k-tile of lines of 128 bytes that descriptors tell of;
/// without `add`, sums begin anew.
template <typename Problem, typename Tile>
__device__ __forceinline__ void startProducts(typename Problem::Sum (&sums)[Tile::Sums],
                                              unsigned long long a, unsigned long long b, int add) {
  // An instruction takes 32 bytes of each line. Descriptors count 16 bytes as one.
#pragma unroll
  for (int step = 0; step < 4; ++step) {
    Problem::multiply(sums, a + 2 * step, b + 2 * step, add);
    add = 1;
  }
}

/// Adds a warp's products of a k-tile of lines of 128 bytes.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
addProducts(typename Problem::Sum (&sums)[Tile::WarpM / 16][Tile::Sums],
            const typename Problem::Part *tileA, const typename Problem::Part *tileB, int warpRow,
            int warpColumn, int lane) {
  // An instruction takes 32 bytes of each line, which are loaded as 16 elements of 16 bits. The
  // next ones are on their way meanwhile.
  constexpr int Halves = 64, Step = 16;
  const auto *const halvesA = reinterpret_cast<const unsigned short *>(tileA);
  const auto *const halvesB = reinterpret_cast<const unsigned short *>(tileB);
  unsigned fragmentsA[2][Tile::WarpM / 16][4], fragmentsB[2][Tile::WarpN / 16][4];
  const auto load = [&](int step) {
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
      warpsmith::loadFragment16<true, true, Tile::BlockM>(fragmentsA[step / Step % 2][i], halvesA,
                                                          warpRow, 16 * i, step, lane);
#pragma unroll
    for (int j = 0; j < Tile::WarpN / 16; ++j)
      warpsmith::loadFragment16<false, true, Tile::BlockN>(fragmentsB[step / Step % 2][j], halvesB,
                                                           warpColumn, 16 * j, step, lane);
  };
  load(0);
#pragma unroll
  for (int step = 0; step < Halves; step += Step) {
    if (step + Step < Halves)
      load(step + Step);
    auto &ofA = fragmentsA[step / Step % 2];
    auto &ofB = fragmentsB[step / Step % 2];
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
      for (int j = 0; j < Tile::WarpN / 16; ++j)
#pragma unroll
        for (int half = 0; half < 2; ++half)
          Problem::multiply(
              reinterpret_cast<typename Problem::Sum(&)[4]>(sums[i][8 * j + 4 * half]), ofA[i],
              ofB[j][2 * half], ofB[j][2 * half + 1]);
  }
}

/// The row, from the first of 16 on, and the column, from the warp's first, of a lane's sum.
__device__ __forceinline__ int rowOfSum(int index, int lane) {
  return lane / 4 + index / 2 % 2 * 8;
}
__device__ __forceinline__ int columnOfSum(int index, int lane) {
  return index / 4 * 8 + lane % 4 * 2 + index % 2;
}

/// Whether the original adds a step, which is no padding.
template <typename Problem>
__device__ __forceinline__ bool isAdded(const Problem &problem, int row, int column, int step) {
  bool present = true;
  if constexpr (Problem::PlacesA + Problem::PlacesB > 0) {
#pragma unroll
    for (int place = 0; place < Problem::PlacesA + Problem::PlacesB; ++place) {
      const unsigned where =
          (unsigned)problem.placeOfLine(place, Problem::PlacesA > 0 ? row : column) +
          (unsigned)problem.placeOfStep(place, step);
      present = present && where < (unsigned)problem.extentOf(place);
    }
  }
  return present;
}

/// A sum as the original adds it up.
template <typename Problem>
__device__ __forceinline__ typename Problem::Sum
originalSum(const Problem &problem, const typename Problem::A *matrixA,
            const typename Problem::B *matrixB, int row, int column) {
  int first = 0;
  if constexpr (Problem::StartsLater)
    first = problem.firstStep(row, column);
  int end = problem.k;
  if constexpr (Problem::EndsEarlier)
    end = problem.endOfSteps(row, column, problem.k);
  typename Problem::Sum sum = {};
#pragma unroll 1
  for (int step = first; step < end; ++step)
    if (Problem::PlacesA + Problem::PlacesB > 0 ? isAdded<Problem>(problem, row, column, step)
                                                : true) {
      const typename Problem::A factorA = matrixA[problem.rowOfA(row) + problem.stepOfA(step)];
      const typename Problem::B factorB =
          matrixB[problem.columnOfB(column) + problem.stepOfB(step)];
      problem.add(sum, factorA, factorB);
    }
  return sum;
}

/// The blocks of a cluster have summed a tile, each over a slice of k: their sums lie in rows where
/// the stages were, and each block adds up and stores a share of the tile.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
joinSums(const Problem &problem, const typename Problem::A *matrixA,
         const typename Problem::B *matrixB, typename Problem::C *matrixC,
         const typename Problem::Sum (&sums)[Tile::Sums], typename Problem::Sum *joined,
         int blockRow, int blockColumn, int thread) {
  static_assert(Tile::BlockM * warpsmith::SumsPitch<Tile::BlockN> * 4 <= Tile::RingBytes,
                "Sums must have room where the stages were.");
  __syncthreads(); // all have read the last stages
#pragma unroll
  for (int index = 0; index < Tile::Sums; ++index)
    joined[(thread / 32 * 16 + rowOfSum(index, thread % 32)) * warpsmith::SumsPitch<Tile::BlockN> +
           columnOfSum(index, thread % 32)] = sums[index];
  warpsmith::synchronizeCluster();
  const auto read = [&](int i, int j) {
    const int row = blockRow + i, column = blockColumn + j;
    warpsmith::Vector<typename Problem::C, warpsmith::JoinedSums> old = {};
    if constexpr (Problem::ReadsOld)
      for (int next = 0; next < warpsmith::JoinedSums; ++next)
        if (i < Tile::BlockM && row < problem.m && column + next < problem.n)
          old.values[next] = matrixC[problem.rowOfC(row) + problem.columnOfC(column + next)];
    return old;
  };
  const auto finish =
      [&](int i, int j, const typename Problem::Sum(&sumsOfRun)[warpsmith::JoinedSums],
          const warpsmith::Vector<typename Problem::C, warpsmith::JoinedSums> &old) {
        const int row = blockRow + i;
#pragma unroll
        for (int next = 0; next < warpsmith::JoinedSums; ++next) {
          const int column = blockColumn + j + next;
          if (i >= Tile::BlockM || row >= problem.m || column >= problem.n)
            continue;
          typename Problem::Sum sum = sumsOfRun[next];
          if constexpr (Problem::SkipsPadding)
            if (sum != sum)
              sum = originalSum(problem, matrixA, matrixB, row, column);
          matrixC[problem.rowOfC(row) + problem.columnOfC(column)] =
              problem.finish(sum, old.values[next], row, column);
        }
      };
  warpsmith::joinSlices<Tile::BlockM, Tile::BlockN, Tile::Threads>(joined, thread, read, finish);
  warpsmith::synchronizeCluster(); // nobody ends before all have read its sums
}

/// 16 rows of the block's tile of C that the warp has the sums of go to C.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
storeSums(const Problem &problem, const typename Problem::A *matrixA,
          const typename Problem::B *matrixB, typename Problem::C *matrixC,
          typename Problem::Sum (&sums)[Tile::Sums], typename Problem::C *results, int firstRow,
          int firstColumn, int lane, bool storesVectors) {
  // A product of zero and an infinite factor is no number. Where the original skips it, such a sum
  // is added up again.
  if constexpr (Problem::SkipsPadding) {
    bool any = false;
#pragma unroll
    for (int index = 0; index < Tile::Sums; ++index)
      any = any || sums[index] != sums[index];
    if (any) {
#pragma unroll 1
      for (int index = 0; index < Tile::Sums; ++index) {
        bool wanted = false;
#pragma unroll
        for (int other = 0; other < Tile::Sums; ++other)
          wanted = wanted || (other == index && sums[other] != sums[other]);
        const int row = firstRow + rowOfSum(index, lane);
        const int column = firstColumn + columnOfSum(index, lane);
        if (wanted && row < problem.m && column < problem.n) {
          const typename Problem::Sum sum = originalSum(problem, matrixA, matrixB, row, column);
#pragma unroll
          for (int other = 0; other < Tile::Sums; ++other)
            sums[other] = other == index ? sum : sums[other];
        }
      }
    }
  }
  constexpr int SumsOfPart = Tile::ColumnsOfPart / 2;
#pragma unroll
  for (int part = 0; part < Tile::Sums; part += SumsOfPart) {
    const int partColumn = firstColumn + part * 2;
#pragma unroll
    for (int own = 0; own < SumsOfPart; own += 2) {
      warpsmith::Vector<typename Problem::C, 2> pair = {};
#pragma unroll
      for (int next = 0; next < 2; ++next) {
        const int row = firstRow + rowOfSum(own, lane);
        const int column = partColumn + columnOfSum(own + next, lane);
        // What lies outside of C is not stored below.
        if (!Problem::ReadsArrays || (row < problem.m && column < problem.n)) {
          typename Problem::C old = {};
          if constexpr (Problem::ReadsOld)
            old = matrixC[problem.rowOfC(row) + problem.columnOfC(column)];
          pair.values[next] = problem.finish(sums[part + own + next], old, row, column);
        }
      }
      warpsmith::storeVector(results + rowOfSum(own, lane) * Tile::PitchC + columnOfSum(own, lane),
                             pair);
    }
    __syncwarp();
    if (storesVectors) {
      constexpr int Chunks = Tile::ColumnsOfPart / Tile::RunC; // of a row
#pragma unroll
      for (int chunk = 0; chunk < 16 * Chunks; chunk += 32) {
        const int ownRow = (chunk + lane) / Chunks, ownColumn = lane % Chunks * Tile::RunC;
        const int row = firstRow + ownRow, column = partColumn + ownColumn;
        if (row < problem.m && column < problem.n)
          warpsmith::storeVector(
              matrixC + (problem.rowOfC(row) + problem.columnOfC(column)),
              warpsmith::loadVector<Tile::RunC>(results + ownRow * Tile::PitchC + ownColumn));
      }
    } else {
#pragma unroll 1
      for (int own = lane; own < 16 * Tile::ColumnsOfPart; own += 32) {
        const int ownRow = own / Tile::ColumnsOfPart, ownColumn = own % Tile::ColumnsOfPart;
        const int row = firstRow + ownRow, column = partColumn + ownColumn;
        if (row < problem.m && column < problem.n)
          matrixC[problem.rowOfC(row) + problem.columnOfC(column)] =
              results[ownRow * Tile::PitchC + ownColumn];
      }
    }
    __syncwarp();
  }
}

/// What kernel() computes, of the matrices of a product of the batch.
template <typename Problem, typename Tile, bool Vectors>
__device__ __forceinline__ void computeTiles(bool storesVectors, int slices, const Problem &problem,
                                             const typename Problem::A *matrixA,
                                             const typename Problem::B *matrixB,
                                             typename Problem::C *matrixC) {
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  extern __shared__ __align__(128) unsigned char shared[];
  const auto begin = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  unsigned char *const ring =
      shared + (SharedAlignment - begin % SharedAlignment) % SharedAlignment;
  auto *const tilesA = reinterpret_cast<typename Problem::Part *>(ring);
  auto *const tilesB = tilesA + Tile::Stages * Tile::TileA;
  auto *const results =
      reinterpret_cast<typename Problem::C *>(ring + Tile::RingBytes) + warp * 16 * Tile::PitchC;
  // Of steps, how far they move elements on: in A, in B, and in dimensions with padding. One
  // table is read while the other is written.
  int *const tables = reinterpret_cast<int *>(ring + Tile::RingBytes + Tile::ResultBytes);

  constexpr int Places = Problem::PlacesA + Problem::PlacesB;
  constexpr bool VectorsA = Problem::VectorsA && Vectors, VectorsB = Problem::VectorsB && Vectors;
  warpsmith::GatherLines<typename Problem::Part, typename Problem::A, Tile::BlockM, Tile::Threads,
                         Problem::PlacesA, VectorsA, Problem::AlongKA>
      gatherA;
  warpsmith::GatherLines<typename Problem::Part, typename Problem::B, Tile::BlockN, Tile::Threads,
                         Problem::PlacesB, VectorsB, Problem::AlongKB>
      gatherB;
  // Blocks take one tile of C after the other. Gathering is some k-tiles ahead of multiplying,
  // and in the next tile of C already when one is stored.
  const int rows = (problem.m + Tile::BlockM - 1) / Tile::BlockM;
  const int columns = (problem.n + Tile::BlockN - 1) / Tile::BlockN;
  const int steps = (problem.k + Tile::BlockK - 1) / Tile::BlockK; // k-tiles
  // Of tiles that are divided into slices of k, the blocks of a cluster have one each.
  const int firstStep = Problem::Warpgroups ? blockIdx.x % slices * steps / slices : 0;
  const int endStep = Problem::Warpgroups ? (blockIdx.x % slices + 1) * steps / slices : steps;
  const int firstTile = Problem::Warpgroups ? blockIdx.x / slices : blockIdx.x;
  const int tilesAtOnce = Problem::Warpgroups ? gridDim.x / slices : gridDim.x;
  int gathered = firstTile, gatheredStep = firstStep, gatheredStage = 0;
  [[maybe_unused]] RangeOfTile range = {}; // of what is gathered
  [[maybe_unused]] const int slice = Problem::Warpgroups ? blockIdx.x % slices : 0;
  if constexpr (Problem::LimitsSteps) {
    range =
        rangeOfNext<Problem, Tile>(problem, gathered, tilesAtOnce, rows, columns, slice, slices);
    gatheredStep = range.first;
  }

  // Entries are for chunks where all are copied as such, so a table lasts for many k-tiles.
  constexpr bool ByChunks = VectorsA && VectorsB;
  constexpr int Entries = ByChunks ? warpsmith::ChunksOfLine : (int)Tile::BlockK; // of a k-tile
  constexpr int StepsOfEntry = Tile::BlockK / Entries,
                TilesOfTable = warpsmith::StepsOfTable / Entries;
  int known = -1, tablePlace = 0; // what the tables in use are for, and where they are
  // Before a barrier, so that all threads see them behind it.
  const auto findSteps = [&] {
    const int wanted = gatheredStep / TilesOfTable;
    if (wanted != known) {
      known = wanted;
      tablePlace = Tile::TableInts - tablePlace;
      const int step = (wanted * warpsmith::StepsOfTable + thread) * StepsOfEntry;
      if (thread < warpsmith::StepsOfTable && step < problem.k) {
        int *const to = tables + tablePlace + thread;
        to[0] = problem.stepOfA(step);
        to[warpsmith::StepsOfTable] = problem.stepOfB(step);
        if constexpr (Places > 0) {
#pragma unroll
          for (int place = 0; place < Places; ++place)
            to[(2 + place) * warpsmith::StepsOfTable] = problem.placeOfStep(place, step);
        }
      }
    }
  };
  // A k-tile's copies are a group, which is empty behind the last one.
  const auto gather = [&] {
    if (gathered < rows * columns) {
      if (Problem::LimitsSteps ? gatheredStep == range.first : gatheredStep == firstStep) {
        const auto at = warpsmith::tilePlace(gathered, rows, columns);
        const int firstRow = at.row * Tile::BlockM, firstColumn = at.column * Tile::BlockN;
        const auto placeOf = [&](int place, int line) {
          if constexpr (Places > 0)
            return problem.placeOfLine(place, line);
          else
            return 0;
        };
        gatherA.findLines(
            thread, firstRow, problem.m, [&](int row) { return problem.rowOfA(row); }, placeOf);
        gatherB.findLines(
            thread, firstColumn, problem.n, [&](int column) { return problem.columnOfB(column); },
            placeOf);
      }
      const auto extentOf = [&](int place) {
        if constexpr (Places > 0)
          return problem.extentOf(place);
        else
          return 0;
      };
      const int left = problem.k - gatheredStep * Tile::BlockK;
      const int *const table = tables + tablePlace + gatheredStep % TilesOfTable * Entries;
      const int *const places = table + 2 * warpsmith::StepsOfTable;
      typename Problem::Part *const tileA = tilesA + gatheredStage * Tile::TileA;
      typename Problem::Part *const tileB = tilesB + gatheredStage * Tile::TileB;
      const bool wholeA = Problem::LimitsSteps
                              ? gatheredStep >= range.firstOfRows && gatheredStep < range.endOfRows
                              : true;
      const bool wholeB = Problem::LimitsSteps ? gatheredStep >= range.firstOfColumns &&
                                                     gatheredStep < range.endOfColumns
                                               : true;
      if (wholeA)
        gatherA.template copy<ByChunks>(thread, tileA, matrixA, left, table, places, extentOf);
      if (wholeB)
        gatherB.template copy<ByChunks>(thread, tileB, matrixB, left,
                                        table + warpsmith::StepsOfTable, places, extentOf);
      if constexpr (Problem::LimitsSteps) {
        if (!wholeA)
          copyRangesOfA<Problem, Tile, VectorsA>(problem, matrixA, tileA, gathered, rows, columns,
                                                 gatheredStep * Tile::BlockK, thread);
        if (!wholeB)
          copyRangesOfB<Problem, Tile, VectorsB>(problem, matrixB, tileB, gathered, rows, columns,
                                                 gatheredStep * Tile::BlockK, thread);
      }
      gatheredStage = gatheredStage + 1 < Tile::Stages ? gatheredStage + 1 : 0;
      if (Problem::LimitsSteps ? ++gatheredStep == range.end : ++gatheredStep == endStep) {
        gatheredStep = firstStep;
        gathered += tilesAtOnce;
        if constexpr (Problem::LimitsSteps) {
          range = rangeOfNext<Problem, Tile>(problem, gathered, tilesAtOnce, rows, columns, slice,
                                             slices);
          gatheredStep = range.first;
        }
      }
    }
    warpsmith::commitCopies();
  };

  // Warpgroups may still read the k-tile before the one that is multiplied.
  constexpr int Ahead = Problem::Warpgroups ? Tile::Stages - 2 : Tile::Stages - 1;
#pragma unroll 1
  for (int tile = 0; tile < Ahead; ++tile) {
    findSteps();
    __syncthreads();
    gather();
  }
  const int warpRow = warp / (Tile::BlockN / Tile::WarpN) * Tile::WarpM;
  const int warpColumn = warp % (Tile::BlockN / Tile::WarpN) * Tile::WarpN;
  int stage = 0;
  typename Problem::Sum sums[Tile::WarpM / 16][Tile::Sums];
#pragma unroll 1
  for (int tile = firstTile; tile < rows * columns; tile += tilesAtOnce) {
    [[maybe_unused]] RangeOfTile own = {};
    if constexpr (Problem::LimitsSteps) {
      own = rangeOfTile<Problem, Tile>(problem, tile, rows, columns, slice, slices);
#pragma unroll
      for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
        for (int index = 0; index < Tile::Sums; ++index)
          sums[i][index] = 0; // maybe there are no steps
    }
#pragma unroll 1
    for (int step = Problem::LimitsSteps ? own.first : firstStep;
         Problem::LimitsSteps ? step < own.end : step < endStep; ++step) {
      findSteps();
      warpsmith::waitForCopies<Ahead - 1>(); // this thread's part of the k-tile has arrived
      if constexpr (Problem::Warpgroups) {
        // Groups of eight lines are 1024 bytes apart.
        const unsigned long long descriptorA = warpsmith::tileDescriptor(
            tilesA + thread / 128 * (64 * Tile::BlockK), 16, 1024, warpsmith::Swizzle::Bytes128);
        const unsigned long long descriptorB =
            warpsmith::tileDescriptor(tilesB, 16, 1024, warpsmith::Swizzle::Bytes128);
        warpsmith::publishToProducts(); // and is seen by the tensor cores
        __syncthreads();                // as is everyone's
        warpsmith::beginProducts();
        startProducts<Problem, Tile>(sums[0],
                                     descriptorA + stage * (unsigned)(Tile::BlockM * 128 / 16),
                                     descriptorB + stage * (unsigned)(Tile::BlockN * 128 / 16),
                                     Problem::LimitsSteps ? step > own.first : step > firstStep);
        warpsmith::commitProducts();
        gather();
        warpsmith::waitForProducts<1>(); // the k-tile before has been read
      } else {
        __syncthreads(); // everyone's part has, and the k-tile before has been read
        if (Problem::LimitsSteps ? step == own.first : step == 0) {
#pragma unroll
          for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
            for (int index = 0; index < Tile::Sums; ++index)
              sums[i][index] = 0;
        }
        gather();
        addProducts<Problem, Tile>(sums, tilesA + stage * Tile::TileA, tilesB + stage * Tile::TileB,
                                   warpRow, warpColumn, lane);
      }
      stage = stage + 1 < Tile::Stages ? stage + 1 : 0;
    }
    const auto at = warpsmith::tilePlace(tile, rows, columns);
    if constexpr (Problem::Warpgroups) {
      warpsmith::waitForProducts<0>();
      if (slices > 1) {
        joinSums<Problem, Tile>(problem, matrixA, matrixB, matrixC, sums[0],
                                reinterpret_cast<typename Problem::Sum *>(ring),
                                at.row * Tile::BlockM, at.column * Tile::BlockN, thread);
        return; // a cluster has one tile
      }
    }
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
      storeSums<Problem, Tile>(problem, matrixA, matrixB, matrixC, sums[i], results,
                               at.row * Tile::BlockM + warpRow + 16 * i,
                               at.column * Tile::BlockN + warpColumn, lane, storesVectors);
  }
}

/// Vectors: chunks of the operands that may be adjacent are, and are aligned. C is stored in
/// vectors where `storesVectors`. Warpgroups may divide each tile into slices of k, in clusters of
/// as many blocks, which are one for each tile.
template <typename Problem, typename Tile, bool Vectors>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1, Tile::Blocks)
    kernel(bool storesVectors, int slices, const __grid_constant__ Problem problem) {
  if constexpr (Problem::Compiled) {
    if constexpr (Problem::Warpgroups)
      warpsmith::waitForPreviousKernel();
    if constexpr (Problem::Batched) {
      // This block's product of the batch.
      const int batch = blockIdx.z;
      const typename Problem::A *const ownA = problem.a + problem.batchOfA(batch);
      const typename Problem::B *const ownB = problem.b + problem.batchOfB(batch);
      typename Problem::C *const ownC = problem.c + problem.batchOfC(batch);
      computeTiles<Problem, Tile, Vectors>(storesVectors, slices, problem, ownA, ownB, ownC);
    } else {
      computeTiles<Problem, Tile, Vectors>(storesVectors, slices, problem, problem.a, problem.b,
                                           problem.c);
    }
  }
}

} // namespace warpsmith::gathered_tensor
