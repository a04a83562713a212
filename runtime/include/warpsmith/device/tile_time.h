/// How long a product takes in tiles of one size on Hopper's tensor cores, to find the size with
/// which it takes least. Host code.
///
/// Fitted to 840 products of FP16 on an H200, each in tiles of all sizes (docs/ladder.md, "Which
/// tile"). Of other types all times are others, and their order much the same.
#pragma once

namespace warpsmith {

/// A tile's k-tiles and its part of C, in nanoseconds with all multiprocessors at work.
struct TileTime {
  int rowsA, rowsB;    ///< of 128 bytes, which a block copies for a k-tile
  int blocksOfCluster; ///< that share what they copy
  double step;         ///< of a k-tile
  double epilogue;     ///< of its part of C
};

/// How the elements of C leave a block: by TMA, or from threads in pairs or one by one.
enum class StoredBy { Tma, Pairs, Elements };

/// Nanoseconds in which a tile's elements of C are written and, with `readsOld`, read.
constexpr double timeOfEpilogue(int elements, int bytesOfElement, bool readsOld, StoredBy by) {
  const double bytes = (double)elements * bytesOfElement;
  if (by == StoredBy::Tma)
    return 0.026 * bytes + (readsOld ? 410 + 0.021 * bytes : 0);
  return 0.027 * bytes * (readsOld ? 1.45 : 1) * (by == StoredBy::Pairs ? 1 : 1.4);
}

/// What TMA copies of an operand: rows of whole sectors of 32 bytes, or such as begin within them.
enum class Rows { OfSectors, AcrossSectors };

/// Those of a matrix that is not packed.
template <typename Element>
Rows rowsAsTheyLie(long long leadingDimension) {
  return leadingDimension * sizeof(Element) % 32 == 0 ? Rows::OfSectors : Rows::AcrossSectors;
}

/// Nanoseconds in which a k-tile is copied, for both multiprocessors that share a way to the L2
/// cache.
inline double timeOfCopies(const TileTime &tile, Rows rowsOfA, Rows rowsOfB) {
  const auto copying = [](int rows, Rows kind) {
    return rows * (kind == Rows::OfSectors ? 1.5 : 3);
  };
  return copying(tile.rowsA, rowsOfA) + copying(tile.rowsB, rowsOfB);
}

/// Where `busy` of all multiprocessors compute, of what a block takes where all do: they share
/// clock and memory.
inline double slowdown(double busy) {
  return 0.76 + 0.24 * busy;
}

/// Blocks of a cluster begin and end together.
constexpr double ClusterNanoseconds = 600;

/// Nanoseconds for as many tiles of C in `places` at a time, but for what tiles of all sizes take.
inline double timeOfTiles(const TileTime &tile, long long tiles, int places, long long steps,
                          Rows rowsOfA, Rows rowsOfB) {
  const double copies = timeOfCopies(tile, rowsOfA, rowsOfB);
  const auto wave = [&](double busy) {
    const double multiplying = tile.step * slowdown(busy), arriving = copies * (0.3 + 0.7 * busy);
    return steps * (arriving > multiplying ? arriving : multiplying) +
           tile.epilogue * slowdown(busy);
  };
  const long long whole = (tiles - 1) / places;
  return (tile.blocksOfCluster > 1 ? ClusterNanoseconds : 0) + whole * wave(1) +
         wave((double)(tiles - whole * places) / places);
}

/// Nanoseconds in which the slices of a tile are added up and the tile is stored.
constexpr double timeOfJoining(const TileTime &tile) {
  return 810 + 0.25 * tile.rowsA * tile.rowsB;
}

/// The same for tiles of which each is summed in `slices` of k, of at most `steps` k-tiles each, by
/// as many blocks, all of them at a time. Of what slices copy, less is copied by several blocks at
/// once and comes from one place.
inline double timeInSlices(const TileTime &tile, long long tiles, int slices, int multiprocessors,
                           long long steps, Rows rowsOfA, Rows rowsOfB) {
  const double busy = (double)tiles * slices / multiprocessors, shared = 0.7 + busy / 3;
  const double arriving = timeOfCopies(tile, rowsOfA, rowsOfB) * (shared < 1 ? shared : 1);
  const double multiplying = tile.step * slowdown(busy);
  return steps * (arriving > multiplying ? arriving : multiplying) + timeOfJoining(tile);
}

/// Nanoseconds of a step of k in a tile of split operands whose time, compared with others', is 1:
/// what products of 4096 and 8192 take on an H200 (docs/model.md), without splitting.
constexpr double stepOfSplit(int parts) {
  return parts == 2 ? 0.19 : 0.33;
}

/// Nanoseconds for tiles of split operands, which are taken in so many waves.
constexpr double timeOfSplitTiles(int relativeTime, int parts, long long waves, long long steps) {
  return (double)(waves * relativeTime) * stepOfSplit(parts) * (double)steps;
}

/// The same where each is summed in slices of k, of so many steps at most, all of them at a time.
constexpr double timeOfSplitSlices(int relativeTime, int parts, long long steps, int rows,
                                   int columns) {
  return timeOfSplitTiles(relativeTime, parts, 1, steps) + timeOfJoining({rows, columns, 1, 0, 0});
}

/// Nanoseconds of the kernels that split operands of so many elements in all: launches, and memory
/// or, of few long rows, steps that follow each other.
constexpr double timeOfSplitting(double elements, double steps) {
  const double memory = elements / 300, following = 5 * steps;
  return 4000 + (memory > following ? memory : following);
}

} // namespace warpsmith
