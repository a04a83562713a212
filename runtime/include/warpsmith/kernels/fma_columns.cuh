/// A product whose tiles have columns in FP32, on the FP32 units, and columns in FP64, on the
/// tensor cores, both in one instruction stream. Copy warps bring tiles of A and B into a ring of
/// stages in shared memory. Needs sm_90a.
///
/// A Problem is what the kernel is given: that of fma_ring.cuh, without `add` and `start`, since
/// sums are of bare products, with
///
///   CopyWarps                   of a block
///   ReadsOld                    the result depends on the old element
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/device_code.h"
#include "warpsmith/device/global_loads.h"
#include "warpsmith/device/instruction_order.h"
#include "warpsmith/device/launch.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/mma_instructions.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/kernels/fma_columns_tile.cuh"
#include "warpsmith/kernels/fma_copies.cuh"

namespace warpsmith::fma_ring {

/// What is done `turns` times a k-tile, every `apart` groups, the first time after group `first`:
/// which time it is after this group, or -1. The groups of k-tiles are a ring.
__host__ __device__ constexpr int turnAfter(int group, int groups, int first, int apart,
                                            int turns) {
  const int since = (group - first + groups) % groups;
  return since % apart == 0 && since / apart < turns ? since / apart : -1;
}

/// Of C's tiles, row by row, the first `whole` are summed by a block each, the others by as many
/// blocks as there are slices of k. `sums` has room for those of each slice, and `arrivals` is
/// zero.
struct Slicing {
  int whole, slices;
  float *sums;
  int *arrivals;
};

/// What a block sums: of which of C's tiles, which slice of k.
struct Part {
  int tile, slice, slices, row, column;
};

template <typename Tile>
__device__ __forceinline__ Part partOf(int block, const Slicing &slicing, int n) {
  const int sliced = block - slicing.whole, columns = (n + Tile::BlockN - 1) / Tile::BlockN;
  const int slices = sliced < 0 ? 1 : slicing.slices;
  const int tile = sliced < 0 ? block : slicing.whole + sliced / slices;
  return {tile, sliced < 0 ? 0 : sliced % slices, slices, tile / columns * Tile::BlockM,
          tile % columns * Tile::BlockN};
}

/// The work of the copy warps, which run ahead of the others by as many tiles as there are stages.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void fillRing(const Problem &problem, int copyWarpThread, int blockRow,
                                         int blockColumn, int firstTile, int lastTile,
                                         float *tilesA, float *tilesB, warpsmith::Barrier *full,
                                         warpsmith::Barrier *empty) {
  warpsmith::shrinkRegisters<Tile::CopyRegisters>();
  const int filler = copyWarpThread / Tile::FillingThreads;
  int copyThread = copyWarpThread % Tile::FillingThreads;
  for (int tile = firstTile + filler; tile < lastTile;
       tile += Tile::CopyThreads / Tile::FillingThreads) {
    const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK;
    // A new barrier counts as having completed the phase before its first.
    warpsmith::wait(&empty[stage], tile / Tile::Stages % 2 ^ 1);
    // Beside sums in FP64 the copy warps have few registers.
    warpsmith::computeAnew(copyThread);
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
  if constexpr (Problem::ReadsOld) {
    // The others still sum up several k-tiles: time to bring the old C into the L2 cache.
    constexpr int Line = warpsmith::CacheLine / sizeof(typename Problem::C);
    constexpr int Lines = (Tile::BlockN + Line - 1) / Line;
    for (int line = copyThread; line < Tile::BlockM * Lines; line += Tile::CopyThreads) {
      const int row = blockRow + line / Lines, column = blockColumn + line % Lines * Line;
      if (row < problem.m && column < problem.n)
        warpsmith::prefetchToL2(&problem.c[(long long)row * problem.ldc + column]);
    }
  }
}

/// Aligned: rows of A and B can be read in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1, 1)
    kernelInColumns(Slicing slicing, Problem problem) {
  if constexpr (Problem::Compiled) {
    warpsmith::allowNextKernel();
    const int thread = threadIdx.x;
    const Part part = partOf<Tile>(blockIdx.x, slicing, problem.n);
    const int blockRow = part.row, blockColumn = part.column;
    // Slices begin where the ring's phases begin anew, so that a k-tile's number tells its stage.
    constexpr int Round = 2 * Tile::Stages;
    const int allTiles = (problem.k + Tile::BlockK - 1) / Tile::BlockK, rounds = allTiles / Round;
    const int firstTile = part.slice * rounds / part.slices * Round;
    const int lastTile =
        part.slice + 1 == part.slices ? allTiles : (part.slice + 1) * rounds / part.slices * Round;
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
    if (thread == 0)
      for (int stage = 0; stage < Tile::Stages; ++stage) {
        warpsmith::initialize(&full[stage], Problem::CopiesA || Problem::CopiesB
                                                ? 2 * Tile::FillingThreads
                                                : Tile::FillingThreads);
        warpsmith::initialize(&empty[stage], Tile::ComputeThreads);
      }
    __syncthreads();
    warpsmith::waitForPreviousKernel();
    // Nothing of the block's tile is stored below the diagonal.
    if constexpr (!Problem::StoresBelow)
      if (blockRow >= blockColumn + Tile::BlockN)
        return;
    // Nothing of the block's tile is stored above the diagonal.
    if constexpr (!Problem::StoresAbove)
      if (blockColumn >= blockRow + Tile::BlockM)
        return;

    if (thread >= Tile::ComputeThreads) {
      const int copyWarpThread = thread - Tile::ComputeThreads;
      fillRing<Problem, Tile, Aligned>(problem, copyWarpThread, blockRow, blockColumn, firstTile,
                                       lastTile, tilesA, tilesB, full, empty);
      return;
    }
    warpsmith::growRegisters<Tile::ComputeRegisters>();
    const int warp = thread / 32, lane = thread % 32;
    // In FP32 bits 0 and 2 of a lane are its column, the others its row.
    const int narrowRow = (warp / Tile::NarrowWarps * LaneRows + lane / 2 % 2 + lane / 8 * 2) * Run;
    const int narrowColumn = warp % Tile::NarrowWarps * (LaneColumns * Tile::ThreadN) +
                             (lane % 2 + lane / 4 % 2 * 2) * Run;
    // In FP64 four lanes have steps of k, for two rows of A and a column of B. The rows of a
    // product are apart, so that sixteen lanes read from all banks.
    const int stepOfLane = lane % 4, columnOfLane = lane / 4;
    const int wideRow = warp / Tile::WideWarps * (ProductM * Tile::WideM) +
                        lane / 8 * (4 * Tile::WideM) + lane / 4 % 2 * 2;
    const int wideColumn = Tile::NarrowColumns + warp % Tile::WideWarps * (ProductN * Tile::WideN);

    // What FP64 needs is done between the groups of products in FP32, evenly, a single instruction
    // at a time: two conversions in a row would keep the warp waiting. A's elements are widened
    // while the rows before them are multiplied, B's for the next tile once their last product has
    // begun, and each is loaded LoadAhead groups earlier.
    constexpr int Products = Tile::WideM * Tile::WideN, Groups = Tile::Groups, LoadAhead = 6;
    constexpr int ElementsA = Tile::WideM * ProductK / 2, ElementsB = Tile::WideN * ProductK / 4;
    constexpr int ApartA = Groups / ElementsA, FirstA = ApartA, LoadsA = FirstA - LoadAhead;
    constexpr int ApartB = (Groups / Products + 3) / 4;
    constexpr int FirstB = (Products - Tile::WideN + 1) * Groups / Products + Tile::ThreadN / 4;
    constexpr int LoadsB = FirstB - LoadAhead;
    // Behind this group the next tile's rows of A are read.
    constexpr int LastOfTile = (Tile::WideM - 1) * ProductK / 2 * ApartA + LoadsA - 1;
    static_assert(LastOfTile < LoadsB, "No element of B is read before its tile is complete.");
    // How many pairs of A and elements of B are on their way at a time, at most.
    constexpr int ComingA = LoadAhead < 3 * ApartA ? 2 : 4, ComingB = LoadAhead / ApartB + 1;
    static_assert(LoadAhead < 7 * ApartA && ElementsA / 2 % ComingA == 0, "Pairs form a ring.");

    float sum[Run][Tile::ThreadN] = {};
    double wideSum[Tile::WideM][Tile::WideN][4] = {};
    // Fragments of two steps in FP32, in FP64 of the rows of A of two products and the columns of
    // B.
    float fragmentA[2][Run], fragmentB[2][Tile::ThreadN];
    double wideA[2][ProductK / 2], wideB[Tile::WideN][ProductK / 4];
    warpsmith::Vector<float, 2> comingA[ComingA];
    float comingB[ComingB];
    const auto loadWideA = [&](const float *tile, int i, int step) {
      return warpsmith::loadVector<2>(tile + (step * 4 + stepOfLane) * Tile::PitchA + wideRow +
                                      4 * i);
    };
    const auto loadWideB = [&](const float *tile, int element) {
      return tile[(element % 4 * 4 + stepOfLane) * Tile::PitchB + wideColumn + columnOfLane +
                  ProductN * (element / 4)];
    };

    const float *tileA = tilesA, *tileB = tilesB;
    warpsmith::RingPlace<Tile::Stages> place;
    warpsmith::wait(&full[0], 0);
    loadRun(fragmentA[0], tileA + narrowRow);
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; j += Run)
      loadRun(&fragmentB[0][j], tileB + narrowColumn + j * LaneColumns);
#pragma unroll
    for (int element = 0; element < ProductK / 2; element += 2) {
      const auto pair = loadWideA(tileA, 0, element / 2);
      wideA[0][element] = pair.values[0];
      wideA[0][element + 1] = pair.values[1];
      comingA[(ElementsA / 2 - 1) % ComingA] = pair; // the last is widened after a tile's end
    }
#pragma unroll
    for (int pair = 0; LoadsA + 2 * ApartA * pair < 0; ++pair)
      comingA[pair % ComingA] = loadWideA(tileA, pair / 4 + 1, pair % 4);
#pragma unroll
    for (int element = 0; element < ElementsB; ++element) {
      const float narrow = loadWideB(tileB, element);
      wideB[element / 4][element % 4] = narrow;
      if (LoadsB + ApartB * element < Groups && FirstB + ApartB * element >= Groups)
        comingB[element % ComingB] = narrow; // on its way where a tile ends
    }
    for (int tile = firstTile; tile < lastTile; ++tile) {
      const int stage = place.stage;
      place.advance();
      // What is loaded for the tile after the last one is of no use.
      const bool more = tile + 1 < lastTile;
      const int nextStage = more ? place.stage : stage;
      const float *nextA = tilesA + nextStage * Tile::TileA;
      const float *nextB = tilesB + nextStage * Tile::TileB;
#pragma unroll
      for (int step = 0; step < Tile::BlockK; ++step) {
        const int later = (step + 1) % Tile::BlockK;
#pragma unroll
        for (int j = 0; j < Tile::ThreadN; ++j) {
          const int group = step * Tile::ThreadN + j;
          if (j == 0)
            loadRun(fragmentA[later % 2],
                    (later ? tileA : nextA) + later * Tile::PitchA + narrowRow);
          if (j % Run == Run / 2)
            loadRun(&fragmentB[later % 2][j - j % Run], (later ? tileB : nextB) +
                                                            later * Tile::PitchB + narrowColumn +
                                                            (j - j % Run) * LaneColumns);
          // Each product shares an operand with the last one, which comes from the reuse cache.
#pragma unroll
          for (int next = 0; next < Run; ++next) {
            const int i = j % 2 ? Run - 1 - next : next;
            warpsmith::addProduct(sum[i][j], fragmentA[step % 2][i], fragmentB[step % 2][j]);
          }
          warpsmith::keepOrder(problem.k);
          if (const int pair = turnAfter(group, Groups, LoadsA, 2 * ApartA, ElementsA / 2);
              pair >= 0) {
            const bool early = LoadsA + 2 * ApartA * pair < 0; // before its tile begins
            const int i = pair / 4 + 1 + (early ? Tile::WideM : 0);
            comingA[pair % ComingA] =
                loadWideA(i < Tile::WideM ? tileA : nextA, i % Tile::WideM, pair % 4);
          }
          if (const int element = turnAfter(group, Groups, FirstA, ApartA, ElementsA); element >= 0)
            wideA[(element / (ProductK / 2) + 1) % 2][element % (ProductK / 2)] =
                warpsmith::widen(comingA[element / 2 % ComingA].values[element % 2]);
          if (const int element = turnAfter(group, Groups, LoadsB, ApartB, ElementsB); element >= 0)
            comingB[element % ComingB] = loadWideB(group >= LoadsB ? nextB : tileB, element);
          if (const int element = turnAfter(group, Groups, FirstB, ApartB, ElementsB); element >= 0)
            wideB[element / 4][element % 4] = warpsmith::widen(comingB[element % ComingB]);
          if (group == LastOfTile && more)
            warpsmith::wait(&full[place.stage], place.parity);
          const int product = group * Products / Groups;
          if ((group + 1) * Products / Groups != product)
            warpsmith::multiplyDoublesIn16Steps(
                wideSum[product / Tile::WideN][product % Tile::WideN],
                wideA[product / Tile::WideN % 2], wideB[product % Tile::WideN]);
        }
      }
      tileA = nextA;
      tileB = nextB;
      warpsmith::arrive(&empty[stage]); // this thread has read the stage
    }

    // No register held during the loop what follows from the block's number.
    int block = blockIdx.x;
    warpsmith::computeAnew(block);
    if (const Part own = partOf<Tile>(block, slicing, problem.n); own.slices > 1) {
      // Each block leaves its sums in memory; the last one to do so adds all of them, always in the
      // same order.
      const auto forEachSum = [&](auto visit) {
#pragma unroll
        for (int i = 0; i < Run; ++i)
#pragma unroll
          for (int j = 0; j < Tile::ThreadN; ++j)
            visit(sum[i][j], i * Tile::ThreadN + j);
#pragma unroll
        for (int i = 0; i < Tile::WideM; ++i) {
          if (i % 2 == 0)
            warpsmith::keepOrder(problem.k); // with more under way registers would not suffice
#pragma unroll
          for (int j = 0; j < Tile::WideN; ++j)
#pragma unroll
            for (int at = 0; at < 4; ++at)
              visit(wideSum[i][j][at], Run * Tile::ThreadN + (i * Tile::WideN + j) * 4 + at);
        }
      };
      const int shared = own.tile - slicing.whole;
      float *left =
          slicing.sums + (long long)shared * own.slices * (Tile::BlockM * Tile::BlockN) + thread;
      forEachSum([&](auto value, int place) {
        left[own.slice * (Tile::BlockM * Tile::BlockN) + place * Tile::ComputeThreads] =
            (float)value;
      });
      __threadfence();
      warpsmith::synchronize(1, Tile::ComputeThreads);
      int *arrivals = reinterpret_cast<int *>(patches);
      if (thread == 0)
        *arrivals = ::atomicAdd(&slicing.arrivals[shared], 1);
      warpsmith::synchronize(1, Tile::ComputeThreads);
      if (*arrivals < own.slices - 1)
        return;
      __threadfence();
      forEachSum([&](auto &value, int place) { value = left[place * Tile::ComputeThreads]; });
#pragma unroll 1
      for (int slice = 1; slice < own.slices; ++slice) {
        left += Tile::BlockM * Tile::BlockN;
        forEachSum([&](auto &value, int place) { value += left[place * Tile::ComputeThreads]; });
      }
      warpsmith::synchronize(1, Tile::ComputeThreads); // the number of arrivals has been read
    }
    warpsmith::computeAnew(block);
    const Part own = partOf<Tile>(block, slicing, problem.n);

    const auto narrowRowOf = [&](int i) { return own.row + narrowRow + i; };
    const auto narrowColumnOf = [&](int j) {
      return own.column + narrowColumn + j / Run * (LaneColumns * Run) + j % Run;
    };
    // Of 16 x 8 elements in FP64 a lane has two rows and two columns side by side.
    const auto wideRowOf = [&](int i, int at) { return own.row + wideRow + 4 * i + at / 2; };
    const auto wideColumnOf = [&](int j, int at) {
      return own.column + wideColumn + ProductN * j + stepOfLane * 2 + at % 2;
    };
    // A thread's sums in FP32 leave with neighbours swapped: the operands of a product that are
    // read anew, a sum and an element of A, then lie in registers of different banks.
    float *patch = patches + thread * Run;
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      warpsmith::Vector<float, Run> swapped;
#pragma unroll
      for (int i = 0; i < Run; ++i)
        swapped.values[i] = sum[i ^ 1][j];
      warpsmith::storeVector(patch + j * Tile::Patch, swapped);
    }
    __syncwarp();
#pragma unroll
    for (int first = 0; first < Tile::ThreadN; first += Run) {
      typename Problem::C old[Run][Run]; // all are on their way before one is needed
      if constexpr (Problem::ReadsOld) {
#pragma unroll
        for (int i = 0; i < Run; ++i)
#pragma unroll
          for (int j = 0; j < Run; ++j) {
            const int row = narrowRowOf(i), column = narrowColumnOf(first + j);
            if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
                column < problem.n)
              old[i][j] = problem.c[(long long)row * problem.ldc + column];
          }
      }
#pragma unroll
      for (int i = 0; i < Run; ++i)
#pragma unroll
        for (int j = 0; j < Run; ++j) {
          const int row = narrowRowOf(i), column = narrowColumnOf(first + j);
          if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
              column < problem.n)
            problem.c[(long long)row * problem.ldc + column] =
                problem.finish(patch[(first + j) * Tile::Patch + (i ^ 1)], old[i][j], row, column);
        }
    }
#pragma unroll
    for (int i = 0; i < Tile::WideM; ++i) {
      typename Problem::C old[Tile::WideN][4];
      if constexpr (Problem::ReadsOld) {
#pragma unroll
        for (int j = 0; j < Tile::WideN; ++j)
#pragma unroll
          for (int at = 0; at < 4; ++at) {
            const int row = wideRowOf(i, at), column = wideColumnOf(j, at);
            if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
                column < problem.n)
              old[j][at] = problem.c[(long long)row * problem.ldc + column];
          }
      }
#pragma unroll
      for (int j = 0; j < Tile::WideN; ++j)
#pragma unroll
        for (int at = 0; at < 4; ++at) {
          const int row = wideRowOf(i, at), column = wideColumnOf(j, at);
          if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
              column < problem.n)
            problem.c[(long long)row * problem.ldc + column] =
                problem.finish((float)wideSum[i][j][at], old[j][at], row, column);
        }
    }
  }
}

} // namespace warpsmith::fma_ring
