/// A product on the FP32, FP64 or integer units by a kernel whose launch was written for the
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
///   A, B, C, StoredA, StoredB   types of elements in global memory, and in shared memory
///   Sum                         type of a thread's sums
///   storedA(a)                  an element as it is in shared memory; also of B
///   TransformsA                 it is not as in global memory; also of B
///   start(old, row, column)     what a sum starts from, if not StartsFromZero
///   add(sum, a, b)              a step of a sum
///   finish(sum, old, row, column) what is stored for a sum
///   isStored(row, column)       an element is stored; StoresAll: all are
///   StoresAbove, StoresBelow    some are on this side of the diagonal
///   AlongKA, AlongKB            rows of an operand run along k
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/copy_rows.h"
#include "warpsmith/device/instruction_order.h"
#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/kernels/resident_tile.cuh"

namespace warpsmith::resident {

/// Adds a step of k to a thread's sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
addStep(const Problem &problem, typename Problem::Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
        const typename Problem::StoredA *rowsOfA, const typename Problem::StoredB *columnsOfB) {
  typename Problem::StoredA fragmentA[Tile::ThreadM];
  typename Problem::StoredB fragmentB[Tile::ThreadN];
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; i += Tile::RunM) {
    const auto run = warpsmith::loadVector<Tile::RunM>(rowsOfA + i * Tile::LaneRows);
#pragma unroll
    for (int r = 0; r < Tile::RunM; ++r)
      fragmentA[i + r] = run.values[r];
  }
#pragma unroll
  for (int j = 0; j < Tile::ThreadN; j += Tile::RunN) {
    const auto run = warpsmith::loadVector<Tile::RunN>(columnsOfB + j * Tile::LaneColumns);
#pragma unroll
    for (int r = 0; r < Tile::RunN; ++r)
      fragmentB[j + r] = run.values[r];
  }
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i)
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j)
      problem.add(sum[i][j], fragmentA[i], fragmentB[j]);
}

/// What a thread's sums start from, the first of which is that of element (firstRow, firstColumn).
template <typename Problem, typename Tile>
__device__ __forceinline__ void start(const Problem &problem,
                                      typename Problem::Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
                                      typename Problem::C *matrix, int firstRow, int firstColumn) {
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = firstRow + i / Tile::RunM * Tile::RunM * Tile::LaneRows + i % Tile::RunM;
    typename Problem::C *const rowOfC = matrix + (long long)row * problem.ldc;
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      const int column =
          firstColumn + j / Tile::RunN * Tile::RunN * Tile::LaneColumns + j % Tile::RunN;
      if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
          column < problem.n)
        sum[i][j] = problem.start(rowOfC[column], row, column);
    }
    asm volatile("" ::: "memory"); // registers for a row's elements are enough
  }
}

/// Stores what the original stores for a thread's sums.
template <typename Problem, typename Tile>
__device__ __forceinline__ void finish(const Problem &problem,
                                       typename Problem::Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
                                       typename Problem::C *matrix, int firstRow, int firstColumn) {
  // Registers hold no places of C while products are summed.
  warpsmith::computeAnew(firstRow);
  warpsmith::computeAnew(firstColumn);
#pragma unroll
  for (int i = 0; i < Tile::ThreadM; ++i) {
    const int row = firstRow + i / Tile::RunM * Tile::RunM * Tile::LaneRows + i % Tile::RunM;
    typename Problem::C *const rowOfC = matrix + (long long)row * problem.ldc;
#pragma unroll
    for (int j = 0; j < Tile::ThreadN; ++j) {
      const int column =
          firstColumn + j / Tile::RunN * Tile::RunN * Tile::LaneColumns + j % Tile::RunN;
      if ((Problem::StoresAll || problem.isStored(row, column)) && row < problem.m &&
          column < problem.n)
        rowOfC[column] = problem.finish(sum[i][j], rowOfC[column], row, column);
    }
    asm volatile("" ::: "memory"); // registers for a row's elements are enough
  }
}

/// Copies of an operand's tiles by 2^bits threads, as many as a row of the tile has elements or
/// more. Where registers are few, none holds an address while products are summed.
template <typename Tile, typename Stored, typename Element, bool AlongK, int Pitch, bool Transforms>
struct AnyCopies {
  const Element *from;
  int leadingDimension, lines, lineBits, thread, bits;
  bool wide;

  template <typename Transform>
  __device__ __forceinline__ void copy(Stored *tile, int left, Transform transform) {
    int place = thread;
    if constexpr (Tile::FewRegisters)
      warpsmith::computeAnew(place);
    if constexpr (AlongK)
      warpsmith::copyColumnsOfTile<Pitch, Tile::BlockK, Transforms>(
          tile, from, leadingDimension, lineBits, left, lines, place, bits, transform);
    else
      warpsmith::copyRowsOfTile<16 / sizeof(Element), Pitch, Tile::BlockK, Transforms>(
          tile, from, leadingDimension, wide, lineBits, left, lines, place, bits, transform);
    from += AlongK ? Tile::BlockK : (long long)Tile::BlockK * leadingDimension;
  }
};

/// Adds the products of all steps, whose tiles `threads` threads copy, to a thread's sums.
template <typename Problem, typename Tile, typename CopiesA, typename CopiesB>
__device__ __forceinline__ void
addSteps(const Problem &problem, typename Problem::Sum (&sum)[Tile::ThreadM][Tile::ThreadN],
         typename Problem::StoredA *tilesA, typename Problem::StoredB *tilesB, CopiesA &copiesA,
         CopiesB &copiesB, int threads, int threadRow, int threadColumn) {
  const auto copy = [&](int half, int left) {
    copiesA.copy(tilesA + half * Tile::TileA, left,
                 [&](typename Problem::A element) { return problem.storedA(element); });
    copiesB.copy(tilesB + half * Tile::TileB, left,
                 [&](typename Problem::B element) { return problem.storedB(element); });
  };
  copy(0, problem.k);
  int half = 0; // of the two buffers, the one that is read
  for (int k0 = 0; k0 < problem.k; k0 += Tile::BlockK) {
    warpsmith::waitForElements();       // this thread's part of the tile has arrived
    warpsmith::synchronize(1, threads); // everyone's part has, and the other buffer has been read
    if (k0 + Tile::BlockK < problem.k)
      copy(half ^ 1, problem.k - k0 - Tile::BlockK);
    const auto *const rowsOfA = tilesA + half * Tile::TileA + threadRow;
    const auto *const columnsOfB = tilesB + half * Tile::TileB + threadColumn;
    if (problem.k - k0 >= Tile::BlockK) {
#pragma unroll
      for (int step = 0; step < Tile::BlockK; ++step)
        addStep<Problem, Tile>(problem, sum, rowsOfA + step * Tile::PitchA,
                               columnsOfB + step * Tile::PitchB);
    } else {
#pragma unroll 1
      for (int step = 0; step < problem.k - k0; ++step)
        addStep<Problem, Tile>(problem, sum, rowsOfA + step * Tile::PitchA,
                               columnsOfB + step * Tile::PitchB);
    }
    half ^= 1;
  }
  warpsmith::synchronize(1, threads); // the next tile's first part takes the place of this one's
}

/// What a kernel does in its whole grid, with blocks of Tile::MostThreads threads at most. wideA:
/// rows of A, which do not run along k, can be read in 16-byte vectors. `products`: of a batch.
template <typename Problem, typename Tile>
__device__ __forceinline__ void computeTiles(Problem problem, bool wideA, bool wideB,
                                             int products) {
  __shared__ __align__(16) typename Problem::StoredA tilesA[2 * Tile::TileA];
  __shared__ __align__(16) typename Problem::StoredB tilesB[2 * Tile::TileB];

  // The warps that compute lie over the block's tile in two powers of two.
  const int doublings = 31 - __clz((int)(blockDim.x * blockDim.y * blockDim.z) / 32);
  const int rowBits = (doublings + Tile::MoreRows) / 2, columnBits = doublings - rowBits;
  const int blockM = Tile::WarpM << rowBits, blockN = Tile::WarpN << columnBits;
  const unsigned tilesOfRow = (unsigned)(problem.n + blockN - 1) >> (Tile::BitsN + columnBits);
  const unsigned tilesOfProduct =
      tilesOfRow * ((unsigned)(problem.m + blockM - 1) >> (Tile::BitsM + rowBits));
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if (block >= tilesOfProduct * products) // most blocks, which have to leave soon
    return;
  const int bits = doublings + 5, threads = 1 << bits;
  const int thread = (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  if (thread >= threads)
    return;
  const int warp = thread / 32, lane = thread % 32;
  const int warpRow = warp >> columnBits;
  const int warpColumn = warp - (warpRow << columnBits);
  const int threadRow = warpRow * Tile::WarpM + lane / Tile::LaneColumns * Tile::RunM;
  const int threadColumn = warpColumn * Tile::WarpN + lane % Tile::LaneColumns * Tile::RunN;

  for (unsigned tile = block; tile < tilesOfProduct * products;
       tile += gridDim.x * gridDim.y * gridDim.z) {
    const unsigned product = tile / tilesOfProduct, tileOfProduct = tile - product * tilesOfProduct;
    const int blockRow = (int)(tileOfProduct / tilesOfRow) * blockM;
    const int blockColumn = (int)(tileOfProduct % tilesOfRow) * blockN;
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

    const int rows = problem.m - blockRow, columns = problem.n - blockColumn;
    matrixA += Problem::AlongKA ? (long long)blockRow * problem.lda : (long long)blockRow;
    matrixB += Problem::AlongKB ? (long long)blockColumn * problem.ldb : (long long)blockColumn;
    typename Problem::Sum sum[Tile::ThreadM][Tile::ThreadN] = {};
    if constexpr (!Problem::StartsFromZero)
      start<Problem, Tile>(problem, sum, matrixC, blockRow + threadRow, blockColumn + threadColumn);
    // The largest blocks have code of their own where registers hold addresses of copies.
    if (!Tile::FewRegisters && doublings == Tile::Doublings && (Problem::AlongKA || wideA) &&
        (Problem::AlongKB || wideB)) {
      warpsmith::StepCopies<typename Problem::StoredA, typename Problem::A, Problem::AlongKA,
                            Tile::PitchA, Tile::BlockK, Problem::TransformsA, Tile::MostM,
                            Tile::MostComputing>
          copiesA(matrixA, problem.lda, rows, thread);
      warpsmith::StepCopies<typename Problem::StoredB, typename Problem::B, Problem::AlongKB,
                            Tile::PitchB, Tile::BlockK, Problem::TransformsB, Tile::MostN,
                            Tile::MostComputing>
          copiesB(matrixB, problem.ldb, columns, thread);
      addSteps<Problem, Tile>(problem, sum, tilesA, tilesB, copiesA, copiesB, Tile::MostComputing,
                              threadRow, threadColumn);
    } else {
      AnyCopies<Tile, typename Problem::StoredA, typename Problem::A, Problem::AlongKA,
                Tile::PitchA, Problem::TransformsA>
          copiesA = {matrixA, problem.lda, rows, Tile::BitsM + rowBits, thread, bits, wideA};
      AnyCopies<Tile, typename Problem::StoredB, typename Problem::B, Problem::AlongKB,
                Tile::PitchB, Problem::TransformsB>
          copiesB = {matrixB, problem.ldb, columns, Tile::BitsN + columnBits, thread, bits, wideB};
      addSteps<Problem, Tile>(problem, sum, tilesA, tilesB, copiesA, copiesB, threads, threadRow,
                              threadColumn);
    }

    finish<Problem, Tile>(problem, sum, matrixC, blockRow + threadRow, blockColumn + threadColumn);
  }
}

} // namespace warpsmith::resident
