/// A product whose rows, columns or steps are counted by several indices, on Hopper's warpgroup
/// instructions: direct convolutions, and whatever else no leading dimension describes. The threads
/// of a block gather tiles of A and B into a ring of stages in shared memory while the tensor cores
/// multiply the tiles before. Of an element's address, one part depends on its row or column alone,
/// and the other on its step: the former is found once, the latter once a tile. Needs sm_90a.
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
///   VectorsA, VectorsB          chunks of steps of an operand may be adjacent: then `Vectors` says
///                               that they are, and aligned
///   PlacesA, PlacesB            dimensions of the operand that have padding; 0 of one of the two
///   SkipsPadding                a step in padding leaves the sum as it is; else it takes a zero
///   placeOfLine(place, line)    where a row of A or a column of B is in such a dimension
///   placeOfStep(place, step)    what the step adds to that
///   extentOf(place)             the dimension's extent
///   multiply(sums, a, b, add)   the instruction, of tiles given by descriptors
///   Compiled                    the code is compiled for what it needs
#pragma once

#include "warpsmith/device/compiled_for_sm90a.h"
#include "warpsmith/device/gather_lines.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/kernels/gathered_wgmma_tile.cuh"

namespace warpsmith::gathered_wgmma {

/// Starts the products of a k-tile; without `add`, sums begin anew.
template <typename Problem, typename Tile>
__device__ __forceinline__ void multiplyTile(typename Problem::Sum (&sums)[Tile::Sums],
                                             const typename Problem::Part *tileA,
                                             const typename Problem::Part *tileB, int add) {
  constexpr int Steps = 32 / sizeof(typename Problem::Part); // of an instruction
  constexpr int GroupBytes = 1024;                           // of eight lines
#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += Steps) {
    Problem::multiply(
        sums,
        warpsmith::tileDescriptor(tileA + step, 16, GroupBytes, warpsmith::Swizzle::Bytes128),
        warpsmith::tileDescriptor(tileB + step, 16, GroupBytes, warpsmith::Swizzle::Bytes128), add);
    add = 1;
  }
}

/// The row, from the warp's first on, and the column, from the tile's, of a lane's sum.
__device__ __forceinline__ int rowOfSum(int index, int lane) {
  return lane / 4 + index / 2 % 2 * 8;
}
__device__ __forceinline__ int columnOfSum(int index, int lane) {
  return index / 4 * 8 + lane % 4 * 2 + index % 2;
}

/// Vectors: chunks of the operands that may be adjacent are, and are aligned. C is stored in
/// vectors where `storesVectors`.
template <typename Problem, typename Tile, bool Vectors>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1, Tile::Blocks)
    kernel(bool storesVectors, Problem problem) {
  if constexpr (Problem::Compiled) {
    const int thread = threadIdx.x;
    const auto at =
        warpsmith::tilePlace(blockIdx.x, (problem.m + Tile::BlockM - 1) / Tile::BlockM,
                             (problem.n + Tile::BlockN - 1) / Tile::BlockN);
    const int blockRow = at.row * Tile::BlockM, blockColumn = at.column * Tile::BlockN;
    // This block's product of the batch.
    if constexpr (Problem::Batched) {
      const int batch = blockIdx.z;
      problem.a += problem.batchOfA(batch);
      problem.b += problem.batchOfB(batch);
      problem.c += problem.batchOfC(batch);
    }
    extern __shared__ __align__(128) unsigned char shared[];
    unsigned char *const ring =
        shared + (SharedAlignment - warpsmith::sharedAddress(shared) % SharedAlignment) %
                     SharedAlignment;
    auto *const tilesA = reinterpret_cast<typename Problem::Part *>(ring);
    auto *const tilesB = tilesA + Tile::Stages * Tile::TileA;
    // Of the steps of a k-tile and of the next one, how far they move elements on.
    int *const stepsA = reinterpret_cast<int *>(ring + Tile::RingBytes);
    int *const stepsB = stepsA + 2 * Tile::BlockK;
    constexpr int Places = Problem::PlacesA + Problem::PlacesB;
    [[maybe_unused]] int *const stepPlaces = stepsB + 2 * Tile::BlockK;

    warpsmith::GatherLines<typename Problem::Part, typename Problem::A, Tile::BlockM, Tile::Threads,
                           Problem::PlacesA, Problem::VectorsA && Vectors>
        gatherA;
    warpsmith::GatherLines<typename Problem::Part, typename Problem::B, Tile::BlockN, Tile::Threads,
                           Problem::PlacesB, Problem::VectorsB && Vectors>
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
    const int tiles = (problem.k + Tile::BlockK - 1) / Tile::BlockK;
    const auto findSteps = [&](int tile) {
      const int step = tile * Tile::BlockK + thread;
      if (thread < Tile::BlockK && step < problem.k) {
        const int to = tile % 2 * Tile::BlockK + thread;
        stepsA[to] = problem.stepOfA(step);
        stepsB[to] = problem.stepOfB(step);
        if constexpr (Places > 0) {
#pragma unroll
          for (int place = 0; place < Places; ++place)
            stepPlaces[tile % 2 * (Places * Tile::BlockK) + place * Tile::BlockK + thread] =
                problem.placeOfStep(place, step);
        }
      }
    };
    // A k-tile's copies are a group, which is empty behind the last one.
    const auto copy = [&](int tile) {
      if (tile < tiles) {
        const int stage = tile % Tile::Stages, steps = problem.k - tile * Tile::BlockK;
        const int own = tile % 2 * Tile::BlockK;
        const auto extentOf = [&](int place) {
          if constexpr (Places > 0)
            return problem.extentOf(place);
          else
            return 0;
        };
        gatherA.copy(thread, tilesA + stage * Tile::TileA, problem.a, steps, stepsA + own,
                     stepPlaces + own * Places, extentOf);
        gatherB.copy(thread, tilesB + stage * Tile::TileB, problem.b, steps, stepsB + own,
                     stepPlaces + own * Places, extentOf);
      }
      warpsmith::commitCopies();
    };

    // The tile before the one that is multiplied may still be read.
    constexpr int Ahead = Tile::Stages - 2;
#pragma unroll 1
    for (int tile = 0; tile < Ahead; ++tile) {
      findSteps(tile);
      __syncthreads();
      copy(tile);
    }
    const int warpgroup = thread / 128;
    typename Problem::Sum sums[Tile::Sums];
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
      findSteps(tile + Ahead);
      warpsmith::waitForCopies<Ahead - 1>(); // this thread's part of the tile has arrived
      warpsmith::publishToProducts();        // and is seen by the tensor cores
      __syncthreads();                       // as is everyone's
      const int stage = tile % Tile::Stages;
      warpsmith::beginProducts();
      multiplyTile<Problem, Tile>(sums,
                                  tilesA + stage * Tile::TileA + warpgroup * (64 * Tile::BlockK),
                                  tilesB + stage * Tile::TileB, tile > 0);
      warpsmith::commitProducts();
      copy(tile + Ahead);
      warpsmith::waitForProducts<1>(); // the tile before has been read
    }
    warpsmith::waitForProducts<0>();
    __syncthreads(); // nobody reads the ring any more

    const int warp = thread / 32, lane = thread % 32;
    const int firstRow = blockRow + warp * 16;
    // A product of zero and an infinite factor is no number. Where the original skips it, such a
    // sum is added up again.
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
          const int column = blockColumn + columnOfSum(index, lane);
          if (wanted && row < problem.m && column < problem.n) {
            typename Problem::Sum sum = {};
#pragma unroll 1
            for (int step = 0; step < problem.k; ++step) {
              bool present = true;
#pragma unroll
              for (int place = 0; place < Places; ++place) {
                const unsigned where =
                    (unsigned)problem.placeOfLine(place, Problem::PlacesA > 0 ? row : column) +
                    (unsigned)problem.placeOfStep(place, step);
                present = present && where < (unsigned)problem.extentOf(place);
              }
              if (present) {
                const typename Problem::A factorA =
                    problem.a[problem.rowOfA(row) + problem.stepOfA(step)];
                const typename Problem::B factorB =
                    problem.b[problem.columnOfB(column) + problem.stepOfB(step)];
                problem.add(sum, factorA, factorB);
              }
            }
#pragma unroll
            for (int other = 0; other < Tile::Sums; ++other)
              sums[other] = other == index ? sum : sums[other];
          }
        }
      }
    }

    // The warp's 16 rows of results.
    auto *const results = reinterpret_cast<typename Problem::C *>(ring) + warp * 16 * Tile::PitchC;
#pragma unroll
    for (int index = 0; index < Tile::Sums; index += 2) {
      warpsmith::Vector<typename Problem::C, 2> pair = {};
#pragma unroll
      for (int own = 0; own < 2; ++own) {
        const int row = firstRow + rowOfSum(index, lane);
        const int column = blockColumn + columnOfSum(index + own, lane);
        if (row < problem.m && column < problem.n) {
          typename Problem::C old = {};
          if constexpr (Problem::ReadsOld)
            old = problem.c[problem.rowOfC(row) + problem.columnOfC(column)];
          pair.values[own] = problem.finish(sums[index + own], old, row, column);
        }
      }
      warpsmith::storeVector(
          results + rowOfSum(index, lane) * Tile::PitchC + columnOfSum(index, lane), pair);
    }
    __syncwarp();
    if (storesVectors) {
      constexpr int Chunks = Tile::BlockN / Tile::RunC; // of a row
#pragma unroll 4
      for (int chunk = lane; chunk < 16 * Chunks; chunk += 32) {
        const int row = firstRow + chunk / Chunks;
        const int column = blockColumn + chunk % Chunks * Tile::RunC;
        if (row < problem.m && column < problem.n)
          warpsmith::storeVector(problem.c + (problem.rowOfC(row) + problem.columnOfC(column)),
                                 warpsmith::loadVector<Tile::RunC>(results +
                                                                   chunk / Chunks * Tile::PitchC +
                                                                   chunk % Chunks * Tile::RunC));
      }
    } else {
#pragma unroll 1
      for (int own = lane; own < Tile::BlockN; own += 32) {
        const int column = blockColumn + own;
        if (column < problem.n) {
          typename Problem::C *const to = problem.c + problem.columnOfC(column);
          for (int i = 0; i < 16; ++i) {
            const int row = firstRow + i;
            if (row < problem.m)
              to[problem.rowOfC(row)] = results[i * Tile::PitchC + own];
          }
        }
      }
    }
  }
}

} // namespace warpsmith::gathered_wgmma
