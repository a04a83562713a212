/// A product on the tensor cores by nvcuda::wmma, with sums in FP32. A block copies tiles of A and
/// B to shared memory, from which each warp loads fragments.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; int lda         an operand's elements, and from one of its rows to the next; also
///                               b
///   C *c; int ldc               where results go
///   long long batchA            if Batched, from one product of a batch to the next; also for B, C
///
///   A, B, C, StoredA, StoredB   types of elements in global memory, and in shared memory
///   FragmentA, LayoutA          what WMMA calls an operand's type, and the order of its elements;
///                               also for B
///   storedA(element)            an element as it is in shared memory; also for B
///   TransformsA                 it is not as in global memory; also for B
///   RestagesA                   it has another type, and is converted from a tile that cp.async
///   has
///                               copied; also for B
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
///   AlongKA, AlongKB            rows of an operand run along k
///   Asynchronous                tiles come by cp.async, into a ring of stages
///   CopiesAtOnce                copy warps copy an operand by cp.async
///   Compiled                    the code is compiled for what it needs
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/copy_tile.h"
#include "warpsmith/device/mbarrier.h"
#include "warpsmith/device/reads_in_runs.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/kernels/wmma_tile.cuh"
#include <mma.h>

namespace warpsmith::wmma {

/// Adds the products of a tile to the sums of one warp. Steps of k that do not exist are zeros.
template <typename Problem, typename Tile, typename Sums>
__device__ __forceinline__ void multiplyTile(Sums &sum, const typename Problem::StoredA *tileA,
                                             const typename Problem::StoredB *tileB, int warpRow,
                                             int warpColumn) {
#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += Tile::FragmentK) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, Tile::FragmentM, Tile::FragmentN,
                           Tile::FragmentK, typename Problem::FragmentA, typename Problem::LayoutA>
        fragmentA[Tile::WarpM / Tile::FragmentM];
#pragma unroll
    for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
      nvcuda::wmma::load_matrix_sync(
          fragmentA[i],
          Problem::AlongKA ? tileA + (warpRow + i * Tile::FragmentM) * Tile::PitchA + step
                           : tileA + step * Tile::PitchA + warpRow + i * Tile::FragmentM,
          Tile::PitchA);
#pragma unroll
    for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j) {
      nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, Tile::FragmentM, Tile::FragmentN,
                             Tile::FragmentK, typename Problem::FragmentB,
                             typename Problem::LayoutB>
          fragmentB;
      nvcuda::wmma::load_matrix_sync(
          fragmentB,
          Problem::AlongKB ? tileB + (warpColumn + j * Tile::FragmentN) * Tile::PitchB + step
                           : tileB + step * Tile::PitchB + warpColumn + j * Tile::FragmentN,
          Tile::PitchB);
#pragma unroll
      for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
        nvcuda::wmma::mma_sync(sum[i][j], fragmentA[i], fragmentB, sum[i][j]);
    }
  }
}

/// Copies the block's tile of an operand from step k0 on, as it is stored.
template <typename Problem, typename Tile, bool Aligned, int Threads>
__device__ __forceinline__ void copyTileOfA(const Problem &problem,
                                            typename Problem::StoredA *tileA, int blockRow, int k0,
                                            int thread) {
  warpsmith::copyTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Threads,
                      Aligned ? 16 / sizeof(typename Problem::A) : 1>(
      tileA,
      Problem::AlongKA ? problem.a + (long long)blockRow * problem.lda + k0
                       : problem.a + (long long)k0 * problem.lda + blockRow,
      problem.lda, Problem::AlongKA ? problem.m - blockRow : problem.k - k0,
      Problem::AlongKA ? problem.k - k0 : problem.m - blockRow, thread,
      [=](typename Problem::A element) { return problem.storedA(element); });
}
template <typename Problem, typename Tile, bool Aligned, int Threads>
__device__ __forceinline__ void copyTileOfB(const Problem &problem,
                                            typename Problem::StoredB *tileB, int blockColumn,
                                            int k0, int thread) {
  warpsmith::copyTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Threads,
                      Aligned ? 16 / sizeof(typename Problem::B) : 1>(
      tileB,
      Problem::AlongKB ? problem.b + (long long)blockColumn * problem.ldb + k0
                       : problem.b + (long long)k0 * problem.ldb + blockColumn,
      problem.ldb, Problem::AlongKB ? problem.n - blockColumn : problem.k - k0,
      Problem::AlongKB ? problem.k - k0 : problem.n - blockColumn, thread,
      [=](typename Problem::B element) { return problem.storedB(element); });
}

/// Starts to copy the block's tile of an operand from step k0 on, as it lies in global memory.
template <typename Problem, typename Tile, bool Aligned, int Threads, int Pitch>
__device__ __forceinline__ void startCopyOfA(const Problem &problem, typename Problem::A *tileA,
                                             int blockRow, int k0, int thread) {
  warpsmith::copyTileAsync<Tile::RowsA, Tile::ColumnsA, Pitch, Threads,
                           Aligned ? 16 / sizeof(typename Problem::A) : 1>(
      tileA,
      Problem::AlongKA ? problem.a + (long long)blockRow * problem.lda + k0
                       : problem.a + (long long)k0 * problem.lda + blockRow,
      problem.lda, Problem::AlongKA ? problem.m - blockRow : problem.k - k0,
      Problem::AlongKA ? problem.k - k0 : problem.m - blockRow, thread);
}
template <typename Problem, typename Tile, bool Aligned, int Threads, int Pitch>
__device__ __forceinline__ void startCopyOfB(const Problem &problem, typename Problem::B *tileB,
                                             int blockColumn, int k0, int thread) {
  warpsmith::copyTileAsync<Tile::RowsB, Tile::ColumnsB, Pitch, Threads,
                           Aligned ? 16 / sizeof(typename Problem::B) : 1>(
      tileB,
      Problem::AlongKB ? problem.b + (long long)blockColumn * problem.ldb + k0
                       : problem.b + (long long)k0 * problem.ldb + blockColumn,
      problem.ldb, Problem::AlongKB ? problem.n - blockColumn : problem.k - k0,
      Problem::AlongKB ? problem.k - k0 : problem.n - blockColumn, thread);
}

/// The work of the copy warps, which run ahead of the others by as many tiles as there are stages.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void fillStages(const Problem &problem, int copyThread, int blockRow,
                                           int blockColumn, typename Problem::StoredA *tilesA,
                                           typename Problem::StoredB *tilesB,
                                           warpsmith::Barrier *full, warpsmith::Barrier *empty) {
  for (int tile = 0; tile * Tile::BlockK < problem.k; ++tile) {
    const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK;
    // A new barrier counts as having completed the phase before its first.
    warpsmith::wait(&empty[stage], tile / Tile::Stages % 2 ^ 1);
    auto *const tileA = tilesA + stage * Tile::TileA;
    auto *const tileB = tilesB + stage * Tile::TileB;
    if constexpr (Problem::TransformsA)
      copyTileOfA<Problem, Tile, Aligned, Tile::CopyThreads>(problem, tileA, blockRow, k0,
                                                             copyThread);
    else
      startCopyOfA<Problem, Tile, Aligned, Tile::CopyThreads, Tile::PitchA>(
          problem, tileA, blockRow, k0, copyThread);
    if constexpr (Problem::TransformsB)
      copyTileOfB<Problem, Tile, Aligned, Tile::CopyThreads>(problem, tileB, blockColumn, k0,
                                                             copyThread);
    else
      startCopyOfB<Problem, Tile, Aligned, Tile::CopyThreads, Tile::PitchB>(
          problem, tileB, blockColumn, k0, copyThread);
    if constexpr (Problem::CopiesAtOnce)
      warpsmith::arriveWhenCopied(&full[stage]);
    warpsmith::arrive(&full[stage]);
  }
  if constexpr (Problem::CopiesAtOnce)
    warpsmith::waitForCopies<0>();
}

/// Adds the products of all tiles to the sums of one warp.
template <typename Problem, typename Tile, bool Aligned, typename Sums>
__device__ __forceinline__ void
multiplyTiles(const Problem &problem, Sums &sum, int thread, int blockRow, int blockColumn,
              int warpRow, int warpColumn, typename Problem::A *copiedA,
              typename Problem::B *copiedB, typename Problem::StoredA *tilesA,
              typename Problem::StoredB *tilesB, warpsmith::Barrier *full,
              warpsmith::Barrier *empty) {
  const int tiles = (problem.k + Tile::BlockK - 1) / Tile::BlockK;
  if constexpr (Tile::CopyThreads > 0) {
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % Tile::Stages;
      auto *const tileA = tilesA + stage * Tile::TileA;
      auto *const tileB = tilesB + stage * Tile::TileB;
      warpsmith::wait(&full[stage], tile / Tile::Stages % 2);
      multiplyTile<Problem, Tile, Sums>(sum, tileA, tileB, warpRow, warpColumn);
      warpsmith::arrive(&empty[stage]); // this thread has read the stage
    }
  } else if constexpr (Problem::Asynchronous) {
    const auto copy = [&](int tile) {
      const int stage = tile % Tile::Stages, k0 = tile * Tile::BlockK;
      if constexpr (Problem::RestagesA)
        startCopyOfA<Problem, Tile, Aligned, Tile::Threads, Tile::ColumnsA>(
            problem, copiedA + stage * Tile::RowsA * Tile::ColumnsA, blockRow, k0, thread);
      else
        startCopyOfA<Problem, Tile, Aligned, Tile::Threads, Tile::PitchA>(
            problem, tilesA + stage * Tile::TileA, blockRow, k0, thread);
      if constexpr (Problem::RestagesB)
        startCopyOfB<Problem, Tile, Aligned, Tile::Threads, Tile::ColumnsB>(
            problem, copiedB + stage * Tile::RowsB * Tile::ColumnsB, blockColumn, k0, thread);
      else
        startCopyOfB<Problem, Tile, Aligned, Tile::Threads, Tile::PitchB>(
            problem, tilesB + stage * Tile::TileB, blockColumn, k0, thread);
    };
#pragma unroll
    for (int tile = 0; tile < Tile::Stages - 1; ++tile) {
      if (tile < tiles)
        copy(tile);
      warpsmith::commitCopies();
    }
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % Tile::Stages;
      auto *const tileA =
          Problem::RestagesA ? tilesA + tile % 2 * Tile::TileA : tilesA + stage * Tile::TileA;
      auto *const tileB =
          Problem::RestagesB ? tilesB + tile % 2 * Tile::TileB : tilesB + stage * Tile::TileB;
      warpsmith::waitForCopies<Tile::Stages - 2>(); // this thread's part of the tile has arrived
      if constexpr (Problem::RestagesA)
        warpsmith::transformTile<Tile::RowsA, Tile::ColumnsA, Tile::ColumnsA, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::A) : 1, Tile::PitchA>(
            tileA, copiedA + stage * Tile::RowsA * Tile::ColumnsA, thread,
            [=](typename Problem::A element) { return problem.storedA(element); });
      else if constexpr (Problem::TransformsA)
        warpsmith::transformTile<Tile::RowsA, Tile::ColumnsA, Tile::PitchA, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::A) : 1, Tile::PitchA>(
            tileA, tileA, thread,
            [=](typename Problem::A element) { return problem.storedA(element); });
      if constexpr (Problem::RestagesB)
        warpsmith::transformTile<Tile::RowsB, Tile::ColumnsB, Tile::ColumnsB, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::B) : 1, Tile::PitchB>(
            tileB, copiedB + stage * Tile::RowsB * Tile::ColumnsB, thread,
            [=](typename Problem::B element) { return problem.storedB(element); });
      else if constexpr (Problem::TransformsB)
        warpsmith::transformTile<Tile::RowsB, Tile::ColumnsB, Tile::PitchB, Tile::Threads,
                                 Aligned ? 16 / sizeof(typename Problem::B) : 1, Tile::PitchB>(
            tileB, tileB, thread,
            [=](typename Problem::B element) { return problem.storedB(element); });
      __syncthreads(); // everyone's part has, and the stage to be refilled has been read
      if (tile + Tile::Stages - 1 < tiles)
        copy(tile + Tile::Stages - 1);
      warpsmith::commitCopies();
      multiplyTile<Problem, Tile, Sums>(sum, tileA, tileB, warpRow, warpColumn);
    }
  } else {
    for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
      __syncthreads(); // the previous tile has been read
      copyTileOfA<Problem, Tile, Aligned, Tile::Threads>(problem, tilesA, blockRow, k0, thread);
      copyTileOfB<Problem, Tile, Aligned, Tile::Threads>(problem, tilesB, blockColumn, k0, thread);
      __syncthreads(); // this tile is complete
      multiplyTile<Problem, Tile, Sums>(sum, tilesA, tilesB, warpRow, warpColumn);
    }
  }
}

/// Stores what becomes of a warp's sums with what it reads beside them, Run elements of C at a
/// time. Where all of C is stored, those of a row of fragments are on their way before one is
/// needed: beyond C the last ones are read once more.
template <typename Problem, typename Tile, int Run, int ReadAtOnce, typename Sums>
__device__ __forceinline__ void storeSumsBeside(const Problem &problem, const Sums &sum,
                                                int firstRow, int firstColumn, int lane,
                                                float *patch) {
  constexpr int Step = 32 * Run, Runs = Tile::FragmentM * Tile::FragmentN / Step;
  const auto read = [&](int row, int column) {
    return problem.beside(warpsmith::RunOf<Run, ReadAtOnce>(), row, column);
  };
#pragma unroll
  for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i) {
    decltype(read(0, 0)) beside[Tile::WarpN / Tile::FragmentN][Runs];
    if constexpr (Problem::StoresAll) {
#pragma unroll
      for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j)
#pragma unroll
        for (int run = 0; run < Runs; ++run) {
          const int element = run * Step + lane * Run;
          const int row = firstRow + i * Tile::FragmentM + element / Tile::FragmentN;
          const int column = firstColumn + j * Tile::FragmentN + element % Tile::FragmentN;
          beside[j][run] = read(min(row, problem.m - 1), min(column, problem.n - Run));
        }
    }
#pragma unroll
    for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j) {
      nvcuda::wmma::store_matrix_sync(patch, sum[i][j], Tile::PatchPitch,
                                      nvcuda::wmma::mem_row_major);
      __syncwarp();
#pragma unroll
      for (int run = 0; run < Runs; ++run) {
        const int element = run * Step + lane * Run;
        const int patchRow = element / Tile::FragmentN, patchColumn = element % Tile::FragmentN;
        const int row = firstRow + i * Tile::FragmentM + patchRow;
        const int column = firstColumn + j * Tile::FragmentN + patchColumn;
        if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
            column < problem.n) {
          if constexpr (!Problem::StoresAll)
            beside[j][run] = read(row, column);
          auto *const to = problem.c + (long long)row * problem.ldc + column;
          const auto sums =
              warpsmith::loadVector<Run>(patch + patchRow * Tile::PatchPitch + patchColumn);
          const auto old = warpsmith::loadVector<Run>(to);
          warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
          for (int r = 0; r < Run; ++r)
            result.values[r] = problem.finishBeside(sums.values[r], old.values[r], beside[j][run],
                                                    r, row, column + r);
          warpsmith::storeVector(to, result);
        }
      }
      __syncwarp();
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
    problem.c += blockIdx.z * problem.batchC;
  }
  extern __shared__ __align__(128) unsigned char shared[];
  auto *const copiedA = reinterpret_cast<typename Problem::A *>(shared);
  auto *const tilesA = Problem::RestagesA
                           ? reinterpret_cast<typename Problem::StoredA *>(copiedA + Tile::CopiedA)
                           : reinterpret_cast<typename Problem::StoredA *>(shared);
  auto *const copiedB = reinterpret_cast<typename Problem::B *>(tilesA + Tile::TilesA);
  auto *const tilesB = Problem::RestagesB
                           ? reinterpret_cast<typename Problem::StoredB *>(copiedB + Tile::CopiedB)
                           : reinterpret_cast<typename Problem::StoredB *>(tilesA + Tile::TilesA);
  auto *const patches = reinterpret_cast<float *>(tilesB + Tile::TilesB);
  auto *const full = reinterpret_cast<warpsmith::Barrier *>(patches + Tile::Patches);
  auto *const empty = full + Tile::Stages;
  if constexpr (Tile::CopyThreads > 0) {
    if (thread == 0)
      for (int stage = 0; stage < Tile::Stages; ++stage) {
        warpsmith::initialize(&full[stage],
                              Problem::CopiesAtOnce ? 2 * Tile::CopyThreads : Tile::CopyThreads);
        warpsmith::initialize(&empty[stage], Tile::ComputeThreads);
      }
    __syncthreads();
    if (thread >= Tile::ComputeThreads) {
      const int copyThread = thread - Tile::ComputeThreads;
      fillStages<Problem, Tile, Aligned>(problem, copyThread, blockRow, blockColumn, tilesA, tilesB,
                                         full, empty);
      return;
    }
  }

  if constexpr (Problem::PrefetchesBeside)
    warpsmith::forEachLine<typename Problem::C, Tile::BlockM, Tile::BlockN, Tile::ComputeThreads>(
        thread, problem.m - blockRow, problem.n - blockColumn, [&](int ofRow, int ofColumn) {
          const int row = blockRow + ofRow, column = blockColumn + ofColumn;
          problem.prefetchBeside(row, column);
        });
  const int warp = thread / 32, lane = thread % 32;
  const int warpRow = warp / (Tile::BlockN / Tile::WarpN) * Tile::WarpM;
  const int warpColumn = warp % (Tile::BlockN / Tile::WarpN) * Tile::WarpN;
  nvcuda::wmma::fragment<nvcuda::wmma::accumulator, Tile::FragmentM, Tile::FragmentN,
                         Tile::FragmentK, float>
      sum[Tile::WarpM / Tile::FragmentM][Tile::WarpN / Tile::FragmentN];
#pragma unroll
  for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
#pragma unroll
    for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j)
      nvcuda::wmma::fill_fragment(sum[i][j], 0.0f);
  multiplyTiles<Problem, Tile, Aligned>(problem, sum, thread, blockRow, blockColumn, warpRow,
                                        warpColumn, copiedA, copiedB, tilesA, tilesB, full, empty);

  // Which lane holds which sum is the hardware's affair: each warp passes its sums through a
  // patch of shared memory.
  float *const patch = patches + warp * Tile::FragmentM * Tile::PatchPitch;
  constexpr int Run = Problem::StoresAll && Aligned ? 4 : 1;
  if constexpr (Problem::ReadsInRuns) {
    if (Run == 1 || problem.runsBeside(Run))
      storeSumsBeside<Problem, Tile, Run, Run>(problem, sum, blockRow + warpRow,
                                               blockColumn + warpColumn, lane, patch);
    else
      storeSumsBeside<Problem, Tile, Run, 1>(problem, sum, blockRow + warpRow,
                                             blockColumn + warpColumn, lane, patch);
  } else {
#pragma unroll
    for (int i = 0; i < Tile::WarpM / Tile::FragmentM; ++i)
#pragma unroll
      for (int j = 0; j < Tile::WarpN / Tile::FragmentN; ++j) {
        nvcuda::wmma::store_matrix_sync(patch, sum[i][j], Tile::PatchPitch,
                                        nvcuda::wmma::mem_row_major);
        __syncwarp();
#pragma unroll
        for (int element = lane * Run; element < Tile::FragmentM * Tile::FragmentN;
             element += 32 * Run) {
          const int patchRow = element / Tile::FragmentN, patchColumn = element % Tile::FragmentN;
          const int row = blockRow + warpRow + i * Tile::FragmentM + patchRow;
          const int column = blockColumn + warpColumn + j * Tile::FragmentN + patchColumn;
          if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
              column < problem.n) {
            auto *const to = problem.c + (long long)row * problem.ldc + column;
            const auto sums =
                warpsmith::loadVector<Run>(patch + patchRow * Tile::PatchPitch + patchColumn);
            const auto old = warpsmith::loadVector<Run>(to);
            warpsmith::Vector<typename Problem::C, Run> result;
#pragma unroll
            for (int r = 0; r < Run; ++r)
              result.values[r] = problem.finish(sums.values[r], old.values[r], row, column + r);
            warpsmith::storeVector(to, result);
          }
        }
        __syncwarp();
      }
  }
}

/// Aligned: rows of A, B and C can be read and written in 16-byte vectors.
template <typename Problem, typename Tile, bool Aligned>
__global__ void __launch_bounds__(Problem::Compiled ? Tile::Threads : 1) kernel(Problem problem) {
  if constexpr (Problem::Compiled) {
    computeTile<Problem, Tile, Aligned>(problem);
  }
}

} // namespace warpsmith::wmma
