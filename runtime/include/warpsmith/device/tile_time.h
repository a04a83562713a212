/// How long a product takes in tiles of one size on Hopper's tensor cores, to find the size with
/// which it takes least. Host code.
///
/// Fitted to 229 products of FP16 in five sizes each on an H200, of which the fastest one is found
/// to within 0.7 % on average (docs/ladder.md, "Which tile"). They read C and write it; where C is
/// only written, or of other types, times of all tiles are others, and their order much the same.
#pragma once

namespace warpsmith {

/// A tile's k-tiles and its part of C, in nanoseconds with all multiprocessors at work.
struct TileTime {
  int rowsA, rowsB; ///< of 128 bytes, which a block copies for a k-tile
  double step;      ///< of a k-tile
  double epilogue;  ///< reading C's elements and writing them, in pairs
};

/// How many times as long an epilogue takes that reads and writes single elements.
constexpr double SingleElements = 1.4;

/// What TMA copies of an operand: rows of whole sectors of 32 bytes, or such as begin within them.
enum class Rows { OfSectors, AcrossSectors };

/// Those of a matrix that is not packed.
template <typename Element>
Rows rowsAsTheyLie(long long leadingDimension) {
  return leadingDimension * sizeof(Element) % 32 == 0 ? Rows::OfSectors : Rows::AcrossSectors;
}

/// Nanoseconds for as many tiles of C in `places` at a time, but for what tiles of all sizes take.
inline double timeOfTiles(const TileTime &tile, long long tiles, int places, long long steps,
                          Rows rowsOfA, Rows rowsOfB) {
  // For both multiprocessors that share a way to the L2 cache.
  const auto copying = [](int rows, Rows kind) {
    return rows * (kind == Rows::OfSectors ? 1.5 : 3);
  };
  const double copies = copying(tile.rowsA, rowsOfA) + copying(tile.rowsB, rowsOfB);
  const auto wave = [&](double busy) {
    const double slowdown = 0.64 + 0.36 * busy; // what all share, clock and memory, of the whole
    const double multiplying = tile.step * slowdown, arriving = busy > 0.5 ? copies : copies / 2;
    return steps * (arriving > multiplying ? arriving : multiplying) + tile.epilogue * slowdown;
  };
  const long long whole = (tiles - 1) / places;
  return whole * wave(1) + wave((double)(tiles - whole * places) / places);
}

} // namespace warpsmith
