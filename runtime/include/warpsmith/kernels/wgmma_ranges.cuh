/// Of a kernel on warpgroup products (wgmma.cuh, which says what a Problem has): k-tiles of the
/// ranges of steps that elements of C have. What lies outside of an element's range may be
/// anything: zeros stand in its place before it is multiplied.
///
/// With ranges a Problem needs besides, for the device and the host:
///
///   firstStep(row, column), endOfSteps(row, column, k)
///                               an element's range; neither is less further down or right, and
///                               each is the larger or smaller of a row's and a column's own
///   rowsBefore(end, m), columnsBefore(end, n)
///                               the rows and columns of C in which ranges begin before `end`:
///                               those of A and B behind them need not exist
#pragma once

#include "warpsmith/device/vector.h"
#include "warpsmith/device/warp_roles.h"
#include "warpsmith/device/wgmma.h"
#include "warpsmith/kernels/wgmma_tile.cuh"

namespace warpsmith::wgmma {

/// Steps of k, from the first to before the end.
struct RangeOfSteps {
  int first, end;
};

/// The steps that some of these rows and columns of C have, from the first of a k-tile on. Where
/// none has any, it is one step, which is cleared: so all sums are those of some k-tile.
template <typename Problem, typename Tile>
__host__ __device__ RangeOfSteps stepsOfTiles(const Problem &problem, int firstRow, int firstColumn,
                                              int rows, int columns) {
  RangeOfSteps steps = {0, problem.k};
  if constexpr (Problem::StartsLater)
    steps.first = problem.firstStep(firstRow, firstColumn) / Tile::BlockK * Tile::BlockK;
  if constexpr (Problem::EndsEarlier) {
    const int lastRow = (problem.m - firstRow < rows ? problem.m : firstRow + rows) - 1;
    const int lastColumn =
        (problem.n - firstColumn < columns ? problem.n : firstColumn + columns) - 1;
    steps.end = problem.endOfSteps(lastRow, lastColumn, problem.k);
  }
  if (steps.end <= steps.first)
    steps.end = steps.first + 1;
  return steps;
}

/// The same problem with as many rows and columns.
template <typename Problem>
Problem withExtents(Problem problem, int rows, int columns) {
  problem.m = rows;
  problem.n = columns;
  return problem;
}

/// Puts zeros into a k-tile in the place of steps that rows of A or columns of B do not have: Lines
/// of them from `firstLine` on, of `lines` in all, and Steps from k0 on. TMA has swizzled its rows
/// of 128 bytes, each AlongK or else of one step. Threads threads share the work.
template <typename Part, bool AlongK, int Lines, int Steps, int Threads, typename FirstOf,
          typename EndOf>
__device__ __forceinline__ void clearOutside(Part *tile, int firstLine, int lines, int k0,
                                             int thread, FirstOf firstOf, EndOf endOf) {
  constexpr int Row = 128 / sizeof(Part), Chunk = 16 / sizeof(Part), Chunks = Row / Chunk;
  static_assert((!AlongK || Steps == Row) && Lines % Chunk == 0);
  constexpr int Rows = AlongK ? Lines : Steps * ((Lines + Row - 1) / Row); // boxes side by side
#pragma unroll 1
  for (int number = thread; number < Rows * Chunks; number += Threads) {
    const int row = number / Chunks, inBox = number % Chunks * Chunk;
    const int line = firstLine + (AlongK ? row : row / Steps * Row + inBox);
    const int step = k0 + (AlongK ? inBox : row % Steps);
    const int lastLine = AlongK ? line : line + Chunk - 1;
    const int lastStep = AlongK ? step + Chunk - 1 : step;
    // Of what is behind the last line, nothing was copied.
    if (line >= lines || (step >= firstOf(lastLine) && lastStep < endOf(line)))
      continue;
    Part *const elements = tile + row * Row + (inBox / Chunk ^ row % 8) * Chunk;
    warpsmith::Vector<Part, Chunk> values = {};
    if (lastStep >= firstOf(line) && step < endOf(lastLine)) {
      values = warpsmith::loadVector<Chunk>(elements);
#pragma unroll
      for (int own = 0; own < Chunk; ++own) {
        const int ofLine = AlongK ? line : line + own, at = AlongK ? step + own : step;
        if (at < firstOf(ofLine) || at >= endOf(ofLine))
          values.values[own] = Part{};
      }
    }
    warpsmith::storeVector(elements, values);
  }
}

/// The same with both operands' k-tiles from step k0 on, for the block's tile of C from (blockRow,
/// blockColumn) on. All threads that multiply call it; most k-tiles are within all ranges.
template <typename Problem, typename Tile>
__device__ __forceinline__ void
clearOutsideOfRanges(const Problem &problem, typename Problem::Part *tileA,
                     typename Problem::Part *tileB, int blockRow, int blockColumn, int k0) {
  constexpr int Threads = Tile::Warpgroups * 128, Barrier = 4;
  const int lastRow = min(blockRow + Tile::BlockM, problem.m) - 1;
  const int lastColumn = min(blockColumn + Tile::BlockN, problem.n) - 1;
  const auto firstOf = [&](int row, int column) {
    if constexpr (Problem::StartsLater)
      return problem.firstStep(row, column);
    else
      return 0;
  };
  const auto endOf = [&](int row, int column) {
    if constexpr (Problem::EndsEarlier)
      return problem.endOfSteps(row, column, problem.k);
    else
      return problem.k;
  };
  // A row of A has the steps that it has with some column, and a column of B those with some row.
  const bool cutsA =
      k0 < firstOf(lastRow, blockColumn) || k0 + Tile::BlockK > endOf(blockRow, lastColumn);
  const bool cutsB =
      k0 < firstOf(blockRow, lastColumn) || k0 + Tile::BlockK > endOf(lastRow, blockColumn);
  if (!cutsA && !cutsB)
    return;
  const int thread = threadIdx.x - 128;
  if (cutsA)
    clearOutside<typename Problem::Part, Problem::TileAlongKA, Tile::BlockM, Tile::BlockK, Threads>(
        tileA, blockRow, problem.m, k0, thread, [&](int row) { return firstOf(row, blockColumn); },
        [&](int row) { return endOf(row, lastColumn); });
  if (cutsB)
    clearOutside<typename Problem::Part, Problem::TileAlongKB, Tile::BlockN, Tile::BlockK, Threads>(
        tileB, blockColumn, problem.n, k0, thread,
        [&](int column) { return firstOf(blockRow, column); },
        [&](int column) { return endOf(lastRow, column); });
  warpsmith::publishToProducts();
  warpsmith::synchronize(Barrier, Threads);
}

} // namespace warpsmith::wgmma
