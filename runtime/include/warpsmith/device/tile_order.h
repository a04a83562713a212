/// Which tiles of C are computed, and in which order: all of them, those on and below the diagonal,
/// or some that the data choose on the device.
#pragma once

namespace warpsmith {

struct TilePlace {
  int row, column; ///< in tiles
};

constexpr int RowsOfBand = 8; // in tiles

/// Rows of a band for sums of so many steps. Where steps are few, the time is that of storing C,
/// which is written fastest row by row.
__device__ __forceinline__ int rowsOfBand(int steps) {
  constexpr int Few = 256;
  return steps <= Few ? 1 : RowsOfBand;
}

/// Tile `index` when they are taken in bands of eight rows, column by column: blocks that run at
/// the same time then share rows of A and columns of B in the L2 cache.
__device__ __forceinline__ TilePlace tilePlace(int index, int rows, int columns,
                                               int rowsOfBand = RowsOfBand) {
  const int band = index / (rowsOfBand * columns), first = band * rowsOfBand;
  const int height = min(rowsOfBand, rows - first), inBand = index - first * columns;
  return {first + inBand % height, inBand / height};
}

/// From a block's tile to its next one, of `places` blocks that take tiles in turns: every other
/// turn goes backwards. Where each tile takes less than the one before, all blocks have about as
/// much to do.
__device__ __forceinline__ int toNextTile(int tile, int places) {
  const int next = (tile / places + 1) * places;
  return 2 * (next - tile) - 1;
}

/// Clusters of as many blocks that run at once, one block a multiprocessor.
inline int clusterPlaces(int multiprocessors, int blocks) {
  const int places = multiprocessors / blocks;
  return places > 0 ? places : 1;
}

/// Of a square matrix in tiles of M x N elements: the tiles of row `row`, from the left, that reach
/// the diagonal or lie below it.
template <int M, int N>
__host__ __device__ __forceinline__ int lowerTilesOfRow(int row) {
  return (int)(((long long)(row + 1) * M - 1) / N) + 1;
}

/// All such tiles of a matrix of `size` rows; the last of a row may lie wholly beyond its columns.
template <int M, int N>
long long lowerTiles(long long size) {
  const long long rows = (size + M - 1) / M, columns = (size + N - 1) / N;
  long long tiles = 0;
  for (long long row = 0; row < rows; ++row) {
    const long long ofRow = lowerTilesOfRow<M, N>((int)row);
    tiles += ofRow < columns ? ofRow : columns;
  }
  return tiles;
}

/// The place of tile `index` of them when they are taken in bands of eight rows, column by column,
/// as tilePlace does; false when there are not so many.
template <int M, int N>
__device__ __forceinline__ bool lowerTilePlace(int index, int size, TilePlace &place) {
  constexpr int Band = 8;
  const int rows = (size + M - 1) / M, columns = (size + N - 1) / N;
  for (int first = 0; first < rows; first += Band) {
    const int height = min(Band, rows - first);
    int inBand = 0;
    for (int row = first; row < first + height; ++row)
      inBand += min(lowerTilesOfRow<M, N>(row), columns);
    if (index >= inBand) {
      index -= inBand;
      continue;
    }
    // Columns that all rows of the band reach, and those that only the lower ones do.
    int column = min(lowerTilesOfRow<M, N>(first), columns);
    if (index < column * height) {
      place = {first + index % height, index / height};
      return true;
    }
    index -= column * height;
    const auto missing = [&] { return (int)((long long)column * N / M) - first; }; // rows
    for (; index >= height - missing(); ++column)
      index -= height - missing();
    place = {first + missing() + index, column};
    return true;
  }
  return false;
}

/// The tiles for which what is known of their rows and what is known of their columns come to more
/// than `most` together.
struct ChosenTiles {
  const int *count; ///< how many there are
  const unsigned *ofRows, *ofColumns;
  unsigned most;

  __device__ __forceinline__ bool none() const { return *count == 0; }
  /// Whether the tile is one of them; row and column count tiles.
  __device__ __forceinline__ bool contains(int row, int column) const {
    return ofRows[row] + ofColumns[column] > most;
  }
};

} // namespace warpsmith
