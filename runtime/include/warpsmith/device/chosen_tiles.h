/// Some of the tiles of C, which the data choose on the device.
#pragma once

namespace warpsmith {

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
