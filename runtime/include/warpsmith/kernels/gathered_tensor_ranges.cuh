/// Of a kernel of gathered operands on the tensor cores (gathered_tensor.cuh, which says what a
/// Problem has): k-tiles of the ranges of steps that elements of C have. A row of A has the
/// steps that it has with some column of B, and that with some row: zeros stand in the place of
/// others, which may be anything. So products outside of an element's range are zero, or no number
/// where the other factor is infinite or none.
#pragma once

#include "warpsmith/device/copy_async.h"
#include "warpsmith/device/gather_lines.h"
#include "warpsmith/device/tile_order.h"
#include "warpsmith/device/vector.h"

namespace warpsmith::gathered_tensor {

/// The k-tiles of which a tile of C has some steps; and those of which all its rows, and all its
/// columns, have all.
struct RangeOfTile {
  int first, end, firstOfRows, endOfRows, firstOfColumns, endOfColumns;
};

/// Of the tile with this number, or of a slice of its k-tiles.
template <typename Problem, typename Tile>
__device__ __forceinline__ RangeOfTile rangeOfTile(const Problem &problem, int tile, int rows,
                                                   int columns, int slice, int slices) {
  const auto at = warpsmith::tilePlace(tile, rows, columns);
  const int firstRow = at.row * Tile::BlockM, firstColumn = at.column * Tile::BlockN;
  const int lastRow = min(firstRow + Tile::BlockM, problem.m) - 1;
  const int lastColumn = min(firstColumn + Tile::BlockN, problem.n) - 1;
  const auto tilesBefore = [](int step) {
    return (max(step, 0) + Tile::BlockK - 1) / Tile::BlockK;
  };
  // Steps behind the last are none.
  const int all = tilesBefore(problem.k);
  RangeOfTile range = {0, all, 0, all, 0, all};
  if constexpr (Problem::StartsLater) {
    const int firstStep = problem.firstStep(firstRow, firstColumn);
    range.first = firstStep / Tile::BlockK;
    range.firstOfRows = tilesBefore(problem.firstStep(lastRow, 0));
    range.firstOfColumns = tilesBefore(problem.firstStep(0, lastColumn));
  }
  if constexpr (Problem::EndsEarlier) {
    range.end = tilesBefore(problem.endOfSteps(lastRow, lastColumn, problem.k));
    const auto wholeTiles = [&](int end) { return end < problem.k ? end / Tile::BlockK : all; };
    range.endOfRows = wholeTiles(problem.endOfSteps(firstRow, problem.n - 1, problem.k));
    range.endOfColumns = wholeTiles(problem.endOfSteps(problem.m - 1, firstColumn, problem.k));
  }
  const int first = range.first, tiles = max(range.end - first, 0);
  range.first = first + slice * tiles / slices;
  range.end = first + (slice + 1) * tiles / slices;
  return range;
}

/// Of the first tile from this one on that has steps, which `tile` becomes.
template <typename Problem, typename Tile>
__device__ __forceinline__ RangeOfTile rangeOfNext(const Problem &problem, int &tile, int atOnce,
                                                   int rows, int columns, int slice, int slices) {
  for (; tile < rows * columns; tile += atOnce) {
    const RangeOfTile range =
        rangeOfTile<Problem, Tile>(problem, tile, rows, columns, slice, slices);
    if (range.first < range.end)
      return range;
  }
  return {};
}

/// Copies a k-tile of which some lines do not have all steps, with zeros for those that they do not
/// have: Lines from `firstLine` on, of `lines` in all, and steps from k0 on. A line's steps begin
/// at firstOf(line), and end before endOf(line); addressOf(line, step) is where an element lies.
/// Chunks are copied as they lie (Vectors), or lanes side by side read what is AlongSteps, or else
/// along lines.
template <typename Part, int Lines, int Threads, bool Vectors, bool AlongSteps, typename FirstOf,
          typename EndOf, typename AddressOf>
__device__ __forceinline__ void copyWithin(int thread, Part *tile, int firstLine, int lines, int k0,
                                           FirstOf firstOf, EndOf endOf, AddressOf addressOf) {
  constexpr int Chunks = warpsmith::ChunksOfLine, Steps = warpsmith::StepsOfChunk<Part>;
  constexpr bool ChunksSideBySide = Vectors || AlongSteps;
#pragma unroll 1
  for (int number = thread; number < Lines * Chunks; number += Threads) {
    const int inTile = ChunksSideBySide ? number / Chunks : number % Lines;
    const int chunk = ChunksSideBySide ? number % Chunks : number / Lines;
    const int line = firstLine + inTile, step = k0 + chunk * Steps;
    int first = 0, end = 0;
    if (line < lines) {
      first = firstOf(line);
      end = endOf(line);
    }
    Part *const to = tile + warpsmith::chunkPlace<Part>(inTile, chunk);
    const bool inside = step >= first && step + Steps <= end;
    if (Vectors && (inside || step + Steps <= first || step >= end)) {
      // Of what is not inside nothing is read, wherever it would be.
      warpsmith::copyAsync<16>(to, addressOf(line, step), inside);
    } else {
      warpsmith::Vector<Part, Steps> values;
#pragma unroll
      for (int own = 0; own < Steps; ++own)
        values.values[own] = step + own >= first && step + own < end
                                 ? warpsmith::packedElement<Part>(*addressOf(line, step + own))
                                 : Part{};
      warpsmith::storeVector(to, values);
    }
  }
}

/// A's k-tile from step k0 on, for the tile of C with this number: of each row the steps that it
/// has with some column.
template <typename Problem, typename Tile, bool Vectors>
__device__ __forceinline__ void
copyRangesOfA(const Problem &problem, const typename Problem::A *matrixA,
              typename Problem::Part *tileA, int tile, int rows, int columns, int k0, int thread) {
  const int firstRow = warpsmith::tilePlace(tile, rows, columns).row * Tile::BlockM;
  const auto firstOf = [&](int row) {
    if constexpr (Problem::StartsLater)
      return problem.firstStep(row, 0);
    else
      return 0;
  };
  const auto endOf = [&](int row) {
    if constexpr (Problem::EndsEarlier)
      return problem.endOfSteps(row, problem.n - 1, problem.k);
    else
      return problem.k;
  };
  copyWithin<typename Problem::Part, Tile::BlockM, Tile::Threads, Vectors, Problem::AlongKA>(
      thread, tileA, firstRow, problem.m, k0, firstOf, endOf,
      [&](int row, int step) { return matrixA + (problem.rowOfA(row) + problem.stepOfA(step)); });
}
/// And B's: of each column those that it has with some row.
template <typename Problem, typename Tile, bool Vectors>
__device__ __forceinline__ void
copyRangesOfB(const Problem &problem, const typename Problem::B *matrixB,
              typename Problem::Part *tileB, int tile, int rows, int columns, int k0, int thread) {
  const int firstColumn = warpsmith::tilePlace(tile, rows, columns).column * Tile::BlockN;
  const auto firstOf = [&](int column) {
    if constexpr (Problem::StartsLater)
      return problem.firstStep(0, column);
    else
      return 0;
  };
  const auto endOf = [&](int column) {
    if constexpr (Problem::EndsEarlier)
      return problem.endOfSteps(problem.m - 1, column, problem.k);
    else
      return problem.k;
  };
  copyWithin<typename Problem::Part, Tile::BlockN, Tile::Threads, Vectors, Problem::AlongKB>(
      thread, tileB, firstColumn, problem.n, k0, firstOf, endOf, [&](int column, int step) {
        return matrixB + (problem.columnOfB(column) + problem.stepOfB(step));
      });
}

} // namespace warpsmith::gathered_tensor
