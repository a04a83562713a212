/// What copy warps do for kernels on the FP32 units (fma_ring.cuh, fma_columns.cuh): tiles of
/// operands come into shared memory with a row for each step of k.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/copy_tile.h"
#include "warpsmith/device/packed_tile.h"
#include "warpsmith/device/vector.h"

namespace warpsmith::fma_ring {

constexpr int Run = 4; // elements that a thread loads at once, at most

template <int Length = Run>
__device__ __forceinline__ void loadRun(float *fragment, const float *from) {
  const auto run = warpsmith::loadVector<Length>(from);
#pragma unroll
  for (int r = 0; r < Length; ++r)
    fragment[r] = run.values[r];
}

/// Copies A's tile from step k0 on.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void copyTileOfA(const Problem &problem, float *tile, int blockRow,
                                            int k0, int copyThread) {
  const int rowsOfA = Problem::StartsLater ? problem.rowsBefore(problem.k, problem.m) : problem.m;
  if constexpr (Problem::RunA > 0 && Problem::AlongKA)
    warpsmith::transposePackedTile<Problem::RunA, Problem::LinesA, Tile::BlockM, Tile::BlockK,
                                   Tile::PitchA, Tile::FillingThreads, Aligned ? 4 : 1>(
        tile, problem.a, problem.layoutA, blockRow, k0, problem.m, problem.k, copyThread,
        [&](typename Problem::A element) { return problem.storedA(element); });
  else if constexpr (Problem::RunA > 0)
    warpsmith::streamPackedTile<Problem::RunA, Problem::LinesA, Tile::BlockK, Tile::BlockM,
                                Tile::PitchA, Tile::FillingThreads, Aligned ? 4 : 1>(
        tile, problem.a, problem.layoutA, k0, blockRow, problem.k, problem.m, copyThread);
  else if constexpr (Problem::AlongKA)
    warpsmith::transposeTile<Tile::BlockM, Tile::BlockK, Tile::PitchA, Tile::FillingThreads,
                             Aligned ? 4 : 1>(
        tile, problem.a + (long long)blockRow * problem.lda + k0, problem.lda, rowsOfA - blockRow,
        problem.k - k0, copyThread,
        [&](typename Problem::A element) { return problem.storedA(element); });
  else if constexpr (Problem::TransformsA)
    warpsmith::copyTile<Tile::BlockK, Tile::BlockM, Tile::PitchA, Tile::FillingThreads,
                        Aligned ? 4 : 1>(
        tile, problem.a + (long long)k0 * problem.lda + blockRow, problem.lda, problem.k - k0,
        rowsOfA - blockRow, copyThread,
        [&](typename Problem::A element) { return problem.storedA(element); });
  else
    warpsmith::streamTileAsync<Tile::BlockK, Tile::BlockM, Tile::PitchA, Tile::FillingThreads,
                               Aligned ? 4 : 1>(
        tile, problem.a + (long long)k0 * problem.lda + blockRow, problem.lda, problem.k - k0,
        rowsOfA - blockRow, copyThread);
}
/// Copies B's tile from step k0 on.
template <typename Problem, typename Tile, bool Aligned>
__device__ __forceinline__ void copyTileOfB(const Problem &problem, float *tile, int blockColumn,
                                            int k0, int copyThread) {
  const int columnsOfB =
      Problem::StartsLater ? problem.columnsBefore(problem.k, problem.n) : problem.n;
  if constexpr (Problem::RunB > 0 && Problem::AlongKB)
    warpsmith::transposePackedTile<Problem::RunB, Problem::LinesB, Tile::BlockN, Tile::BlockK,
                                   Tile::PitchB, Tile::FillingThreads, Aligned ? 4 : 1>(
        tile, problem.b, problem.layoutB, blockColumn, k0, problem.n, problem.k, copyThread,
        [&](typename Problem::B element) { return problem.storedB(element); });
  else if constexpr (Problem::RunB > 0)
    warpsmith::streamPackedTile<Problem::RunB, Problem::LinesB, Tile::BlockK, Tile::BlockN,
                                Tile::PitchB, Tile::FillingThreads, Aligned ? 4 : 1>(
        tile, problem.b, problem.layoutB, k0, blockColumn, problem.k, problem.n, copyThread);
  else if constexpr (Problem::AlongKB)
    warpsmith::transposeTile<Tile::BlockN, Tile::BlockK, Tile::PitchB, Tile::FillingThreads,
                             Aligned ? 4 : 1>(
        tile, problem.b + (long long)blockColumn * problem.ldb + k0, problem.ldb,
        columnsOfB - blockColumn, problem.k - k0, copyThread,
        [&](typename Problem::B element) { return problem.storedB(element); });
  else if constexpr (Problem::TransformsB)
    warpsmith::copyTile<Tile::BlockK, Tile::BlockN, Tile::PitchB, Tile::FillingThreads,
                        Aligned ? 4 : 1>(
        tile, problem.b + (long long)k0 * problem.ldb + blockColumn, problem.ldb, problem.k - k0,
        columnsOfB - blockColumn, copyThread,
        [&](typename Problem::B element) { return problem.storedB(element); });
  else if constexpr (Problem::RowsOfAnyLength)
    warpsmith::streamRowsAsync<Tile::BlockK, Tile::BlockN, Tile::PitchB, Tile::FillingThreads,
                               Aligned ? 4 : 1>(
        tile, problem.b + (long long)k0 * problem.ldb + blockColumn, problem.ldb, problem.k - k0,
        columnsOfB - blockColumn, copyThread);
  else
    warpsmith::streamTileAsync<Tile::BlockK, Tile::BlockN, Tile::PitchB, Tile::FillingThreads,
                               Aligned ? 4 : 1>(
        tile, problem.b + (long long)k0 * problem.ldb + blockColumn, problem.ldb, problem.k - k0,
        columnsOfB - blockColumn, copyThread);
}

} // namespace warpsmith::fma_ring
