/// The order in which tiles of C are computed.
#pragma once

namespace warpsmith {

struct TilePlace {
  int row, column; ///< in tiles
};

constexpr int RowsOfBand = 8; // in tiles

/// Tile `index` when they are taken in bands of eight rows, column by column: blocks that run at
/// the same time then share rows of A and columns of B in the L2 cache.
__device__ __forceinline__ TilePlace tilePlace(int index, int rows, int columns) {
  const int band = index / (RowsOfBand * columns), first = band * RowsOfBand;
  const int height = min(RowsOfBand, rows - first), inBand = index - first * columns;
  return {first + inBand % height, inBand / height};
}

/// Clusters of as many blocks that run at once, one block a multiprocessor.
inline int clusterPlaces(int multiprocessors, int blocks) {
  const int places = multiprocessors / blocks;
  return places > 0 ? places : 1;
}

} // namespace warpsmith
