/// A product on the tensor cores, by mma.sync, in a kernel whose launch was written for the
/// original. In whatever grid it finds itself, blocks take tiles of C by their numbers. A block has
/// at least 64 threads. The largest power of two of them compute tiles; the rest leave.
///
/// A Problem is what the kernel is given, and says by constants and types what it computes:
///
///   int m, n, k                 C has m x n elements, each a sum of k products
///   const A *a; int lda         an operand's elements, and from one of its rows to the next; also
///                               b
///   C *c; int ldc               where results go
///   long long batchA            if Batched, from one product of a batch to the next; also for B, C
///
///   A, B, C                     types of elements in global memory
///   Part                        operands' type on the tensor cores: half, bfloat16, float for TF32
///   storedA(a)                  an element as such a number; also of B
///   TransformsA                 it is not as in global memory; also of B
///   multiply(sums, a, b0, b1)   a product of fragments
///   finish(sum, old, row, column) what is stored for a sum
///   ReadsOld                    it reads the old element
///   isStored(row, column)       an element is stored; StoresAll: all are
///   StoresAbove, StoresBelow    some are on this side of the diagonal
///   AlongKA, AlongKB            rows of an operand run along k
///
/// Needs sm_80.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/copy_rows.h"
#include "warpsmith/device/mma_instructions.h"
#include "warpsmith/device/mma_rows.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/kernels/resident_tensor_tile.cuh"

namespace warpsmith::resident_tensor {

/// Adds the products of a tile in shared memory to a warp's sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
multiplyTile(const Problem &problem, float (&sum)[Tile::WarpM / 16][Tile::WarpN / 8][4],
             const typename Problem::Part *tileA, const typename Problem::Part *tileB, int warpRow,
             int warpColumn, int lane) {
#pragma unroll
  for (int step = 0; step < Tile::BlockK; step += Tile::Steps) {
    unsigned fragmentA[Tile::WarpM / 16][4], fragmentB[Tile::WarpN / 16][4];
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
      warpsmith::loadFragmentOfRows<true, Problem::AlongKA, Tile::PitchA>(
          fragmentA[i], tileA, warpRow + 16 * i, step, lane);
#pragma unroll
    for (int j = 0; j < Tile::WarpN / 16; ++j)
      warpsmith::loadFragmentOfRows<false, Problem::AlongKB, Tile::PitchB>(
          fragmentB[j], tileB, warpColumn + 16 * j, step, lane);
#pragma unroll
    for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
      for (int j = 0; j < Tile::WarpN / 8; ++j)
        problem.multiply(sum[i][j], fragmentA[i], fragmentB[j / 2][j % 2 * 2],
                         fragmentB[j / 2][j % 2 * 2 + 1]);
  }
}

/// Adds the products of all tiles of k, which `threads` threads copy, to a warp's sums.
template <typename Problem, typename Tile, typename CopiesA, typename CopiesB>
__device__ __forceinline__ void
multiplyTiles(const Problem &problem, float (&sum)[Tile::WarpM / 16][Tile::WarpN / 8][4],
              typename Problem::Part *tilesA, typename Problem::Part *tilesB, CopiesA &copiesA,
              CopiesB &copiesB, int threads, int warpRow, int warpColumn, int lane) {
  int left = problem.k; // steps that no copy has begun for
  const auto copy = [&](int stage) {
    if (left > 0) {
      copiesA.copy(tilesA + stage * Tile::TileA, left,
                   [&](typename Problem::A element) { return problem.storedA(element); });
      copiesB.copy(tilesB + stage * Tile::TileB, left,
                   [&](typename Problem::B element) { return problem.storedB(element); });
      left -= Tile::BlockK;
    }
    warpsmith::commitCopies();
  };
#pragma unroll
  for (int next = 0; next < Tile::Stages - 1; ++next)
    copy(next);
  int stage = 0; // of the ring, that is read
#pragma unroll 1
  for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
    warpsmith::waitForCopies<Tile::Stages - 2>(); // this thread's part of the tile has arrived
    warpsmith::synchronize(1, threads); // everyone's part has, and the tile before has been read
    copy(stage == 0 ? Tile::Stages - 1 : stage - 1);
    multiplyTile<Problem, Tile>(problem, sum, tilesA + stage * Tile::TileA,
                                tilesB + stage * Tile::TileB, warpRow, warpColumn, lane);
    stage = stage + 1 < Tile::Stages ? stage + 1 : 0;
  }
  warpsmith::synchronize(1, threads); // the next tile's first parts take the place of this one's
}

/// The same in blocks of 2^Doublings warps, where rows of both operands can be read in vectors.
template <typename Problem, typename Tile, int Doublings>
__device__ __forceinline__ void
multiplyVectors(const Problem &problem, float (&sum)[Tile::WarpM / 16][Tile::WarpN / 8][4],
                typename Problem::Part *tilesA, typename Problem::Part *tilesB,
                const typename Problem::A *matrixA, const typename Problem::B *matrixB, int rows,
                int columns, int warpRow, int warpColumn, int thread) {
  constexpr int RowBits = (Doublings + Tile::MoreRows) / 2, Threads = 32 << Doublings;
  warpsmith::VectorCopies<typename Problem::Part, typename Problem::A, Problem::AlongKA,
                          Tile::PitchA, Tile::BlockK, Problem::TransformsA,
                          (Tile::WarpM << RowBits), Threads>
      copiesA(matrixA, problem.lda, rows, thread);
  warpsmith::VectorCopies<typename Problem::Part, typename Problem::B, Problem::AlongKB,
                          Tile::PitchB, Tile::BlockK, Problem::TransformsB,
                          (Tile::WarpN << (Doublings - RowBits)), Threads>
      copiesB(matrixB, problem.ldb, columns, thread);
  multiplyTiles<Problem, Tile>(problem, sum, tilesA, tilesB, copiesA, copiesB, Threads, warpRow,
                               warpColumn, thread % 32);
}

/// Stores what the original stores for a lane's sums, the first of which is that of element
/// (firstRow, firstColumn). PTX ISA "Matrix Fragments for mma.m16n8k16": the lane has two columns
/// side by side in each of two rows.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
finish(const Problem &problem, float (&sum)[Tile::WarpM / 16][Tile::WarpN / 8][4],
       typename Problem::C *matrix, bool pairs, int firstRow, int firstColumn) {
#pragma unroll
  for (int i = 0; i < Tile::WarpM / 16; ++i)
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const int row = firstRow + 16 * i + 8 * half;
      typename Problem::C *const rowOfC = matrix + (long long)row * problem.ldc;
#pragma unroll
      for (int j = 0; j < Tile::WarpN / 8; ++j) {
        const int column = firstColumn + 8 * j;
        if (Problem::StoresAll && pairs) {
          if (row < problem.m && column < problem.n) {
            warpsmith::Vector<typename Problem::C, 2> results = {};
            if constexpr (Problem::ReadsOld)
              results = warpsmith::loadVector<2>(rowOfC + column);
#pragma unroll
            for (int next = 0; next < 2; ++next)
              results.values[next] = problem.finish(sum[i][j][2 * half + next],
                                                    results.values[next], row, column + next);
            warpsmith::storeVector(rowOfC + column, results);
          }
        } else {
#pragma unroll
          for (int next = 0; next < 2; ++next)
            if ((Problem::StoresAll || problem.isStored(row, column + next)) && row < problem.m &&
                column + next < problem.n)
              rowOfC[column + next] = problem.finish(sum[i][j][2 * half + next],
                                                     rowOfC[column + next], row, column + next);
        }
      }
    }
}

/// What a kernel does in its whole grid, with blocks of Tile::MostThreads threads at most. wideA:
/// rows of A can be read in 16-byte vectors. `products`: of a batch.
template <typename Problem, typename Tile>
__device__ __forceinline__ void computeTiles(Problem problem, bool wideA, bool wideB,
                                             int products) {
  __shared__ __align__(128) typename Problem::Part tilesA[Tile::Stages * Tile::TileA];
  __shared__ __align__(128) typename Problem::Part tilesB[Tile::Stages * Tile::TileB];

  // The warps that compute lie over the block's tile in two powers of two.
  const int doublings = 31 - __clz((int)(blockDim.x * blockDim.y * blockDim.z) / 32);
  const int rowBits = (doublings + Tile::MoreRows) / 2, columnBits = doublings - rowBits;
  const int blockM = Tile::WarpM << rowBits, blockN = Tile::WarpN << columnBits;
  const unsigned tileRows = (unsigned)(problem.m + blockM - 1) >> (Tile::BitsM + rowBits);
  const unsigned tileColumns = (unsigned)(problem.n + blockN - 1) >> (Tile::BitsN + columnBits);
  const unsigned tiles = tileRows * tileColumns * products;
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (block >= tiles) // most blocks, which have to leave soon
    return;
  const int bits = doublings + 5, threads = 1 << bits;
  const int thread = (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  if (thread >= threads)
    return;
  const int warp = thread / 32, lane = thread % 32;
  const int warpRow = (warp >> columnBits) * Tile::WarpM;
  const int warpColumn = (warp & ((1 << columnBits) - 1)) * Tile::WarpN;
  bool pairs =
      problem.n % 2 == 0 && problem.ldc % 2 == 0 &&
      reinterpret_cast<unsigned long long>(problem.c) % (2 * sizeof(typename Problem::C)) == 0;
  if constexpr (Problem::Batched)
    pairs = pairs && problem.batchC % 2 == 0;

  for (unsigned tile = block; tile < tiles; tile += gridDim.x * gridDim.y * gridDim.z) {
    const unsigned product = tile / (tileRows * tileColumns);
    const auto at =
        warpsmith::tilePlace(tile - product * tileRows * tileColumns, tileRows, tileColumns);
    const int blockRow = at.row * blockM, blockColumn = at.column * blockN;
    // Nothing of the tile is stored below the diagonal.
    if constexpr (!Problem::StoresBelow)
      if (blockRow >= blockColumn + blockN)
        continue;
    // Nothing of the tile is stored above the diagonal.
    if constexpr (!Problem::StoresAbove)
      if (blockColumn >= blockRow + blockM)
        continue;
    const typename Problem::A *matrixA = problem.a;
    const typename Problem::B *matrixB = problem.b;
    typename Problem::C *matrixC = problem.c;
    if constexpr (Problem::Batched) {
      matrixA += (long long)product * problem.batchA;
      matrixB += (long long)product * problem.batchB;
      matrixC += (long long)product * problem.batchC;
    }
    matrixA += Problem::AlongKA ? (long long)blockRow * problem.lda : (long long)blockRow;
    matrixB += Problem::AlongKB ? (long long)blockColumn * problem.ldb : (long long)blockColumn;

    const int rows = problem.m - blockRow, columns = problem.n - blockColumn;
    float sum[Tile::WarpM / 16][Tile::WarpN / 8][4] = {};
    // The largest blocks, and those of 16 x 16 threads, have code of their own.
    if (wideA && wideB && doublings == Tile::Doublings) {
      multiplyVectors<Problem, Tile, Tile::Doublings>(problem, sum, tilesA, tilesB, matrixA,
                                                      matrixB, rows, columns, warpRow, warpColumn,
                                                      thread);
    } else if (Tile::Doublings > 3 && wideA && wideB && doublings == 3) {
      multiplyVectors<Problem, Tile, 3>(problem, sum, tilesA, tilesB, matrixA, matrixB, rows,
                                        columns, warpRow, warpColumn, thread);
    } else {
      warpsmith::ElementCopies<typename Problem::Part, typename Problem::A, Problem::AlongKA,
                               Tile::PitchA, Tile::BlockK>
          copiesA(matrixA, problem.lda, rows, Tile::BitsM + rowBits, thread, bits);
      warpsmith::ElementCopies<typename Problem::Part, typename Problem::B, Problem::AlongKB,
                               Tile::PitchB, Tile::BlockK>
          copiesB(matrixB, problem.ldb, columns, Tile::BitsN + columnBits, thread, bits);
      multiplyTiles<Problem, Tile>(problem, sum, tilesA, tilesB, copiesA, copiesB, threads, warpRow,
                                   warpColumn, lane);
    }

    finish<Problem, Tile>(problem, sum, matrixC, pairs, blockRow + warpRow + lane / 4,
                          blockColumn + warpColumn + lane % 4 * 2);
  }
}

} // namespace warpsmith::resident_tensor
