/// How long a product takes in tiles of one size, to find the size with which it takes least: what
/// generated code and the rewriter compare. Host code.
///
/// Of Hopper's tensor cores fitted to 367 products of FP16 on an H200, each in tiles of all sizes
/// (docs/ladder.md, "Clusters of small tiles"), and to 24 convolutions (docs/convolutions.md). Of
/// other types all times are others, and their order much the same.
#pragma once

namespace warpsmith {

/// A tile's k-tiles and its part of C, in nanoseconds with all multiprocessors at work.
struct TileTime {
  double rowsA, rowsB;    ///< of 128 bytes, which a block copies for a k-tile
  int sharersA, sharersB; ///< blocks of a cluster that share what is copied: all copy as much
  double step;            ///< of a k-tile
  double epilogue;        ///< of its part of C
  double memoryRows = 0;  ///< of 128 bytes, which come from memory for this block: rowsOfMemory
  bool pixels = false;    ///< rows of A are pixels, which TMA copies in its im2col mode
  bool inTurns = false;   ///< one warpgroup stores a tile while the other one sums the next

  constexpr int blocksOfCluster() const { return sharersA * sharersB; }
};

/// Rows of a tile of so many that are copied where the matrix has `size`: TMA copies groups of
/// eight.
constexpr double rowsCopied(int rowsOfTile, double size) {
  const double groups = (double)(((long long)size + 7) / 8 * 8);
  return groups < rowsOfTile ? groups : rowsOfTile;
}

/// A tile of pixels takes so much longer than its k-tiles and its part of C.
constexpr double PixelNanoseconds = 127;
constexpr double timeBesides(const TileTime &tile) {
  return tile.pixels ? PixelNanoseconds : 0;
}

/// A block's share of the rows that come from memory for a k-tile, in a product of m x n elements:
/// tiles beside each other have the rows of A in common, and those below each other B's.
constexpr double rowsOfMemory(int tileRows, int tileColumns, double m, double n) {
  const double rowsA = m < tileRows ? m : tileRows, rowsB = n < tileColumns ? n : tileColumns;
  return rowsA / (n > tileColumns ? n / tileColumns : 1) +
         rowsB / (m > tileRows ? m / tileRows : 1);
}

/// How the elements of C leave a block: by TMA, or from threads in pairs or one by one.
enum class StoredBy { Tma, Pairs, Elements };

/// Nanoseconds in which a tile's elements of C are written and, with `readsOld`, read.
constexpr double timeOfEpilogue(int elements, int bytesOfElement, bool readsOld, StoredBy by) {
  const double bytes = (double)elements * bytesOfElement;
  if (by == StoredBy::Tma)
    return 0.02 * bytes + (readsOld ? 410 + 0.021 * bytes : 0);
  return 0.021 * bytes * (readsOld ? 1.45 : 1) * (by == StoredBy::Pairs ? 1 : 1.4);
}

/// The tile of least time, the first of several, by its place among them.
template <typename Time>
struct FastestTile {
  int tile;
  Time time;
};
template <typename Time, int Count>
FastestTile<Time> fastestTile(const Time (&times)[Count]) {
  FastestTile<Time> fastest = {0, times[0]};
  for (int tile = 1; tile < Count; ++tile)
    if (times[tile] < fastest.time)
      fastest = {tile, times[tile]};
  return fastest;
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
  const auto copying = [](double rows, Rows kind) {
    return rows * (kind == Rows::AcrossSectors ? 2.776 : 1.621);
  };
  return copying(tile.rowsA, rowsOfA) + copying(tile.rowsB, rowsOfB);
}

/// And in which a multiprocessor takes in what all blocks of a cluster copy for its block.
inline double timeOfReceiving(const TileTime &tile, Rows rowsOfA, Rows rowsOfB) {
  const auto receiving = [](double rows, Rows kind) {
    return rows * (kind == Rows::AcrossSectors ? 1.16 : 0.608);
  };
  return receiving(tile.rowsA * tile.sharersA, rowsOfA) +
         receiving(tile.rowsB * tile.sharersB, rowsOfB);
}

/// Where `busy` of all multiprocessors compute, of what a block takes where all do: they share
/// clock and memory.
inline double slowdown(double busy) {
  return 0.828 + 0.172 * busy;
}

/// Blocks of a cluster begin and end together, and between two tiles of a block the tensor cores
/// wait.
constexpr double ClusterNanoseconds = 200, NextTileNanoseconds = 431;
/// A warpgroup that takes turns waits so long between two tiles of its own.
constexpr double TurnNanoseconds = 2100;

/// Nanoseconds for as many tiles of C in `places` at a time, but for what tiles of all sizes take.
inline double timeOfTiles(const TileTime &tile, long long tiles, int places, long long steps,
                          Rows rowsOfA, Rows rowsOfB) {
  const double copies = timeOfCopies(tile, rowsOfA, rowsOfB);
  const double receiving = timeOfReceiving(tile, rowsOfA, rowsOfB);
  const auto summing = [&](double busy) {
    const double multiplying = tile.step * slowdown(busy);
    // Two multiprocessors share a way, which half of them have for themselves.
    const double copied = copies * (0.551 + 0.449 * busy);
    const double read = 1.153 * tile.memoryRows * (busy > 0.5 ? 1 : 0.5);
    const double arriving[] = {copied, receiving, read};
    double longest = multiplying;
    for (const double operand : arriving)
      longest = operand > longest ? operand : longest;
    return (double)steps * longest;
  };
  const auto wave = [&](double busy) {
    // In turns one warpgroup stores what else two do.
    const double storing = (tile.inTurns ? 2 : 1) * tile.epilogue;
    return summing(busy) + storing * slowdown(busy) + timeBesides(tile);
  };
  double next = wave(1); // of all but the last tile of a block
  if (tile.inTurns) {
    const double half = (next + TurnNanoseconds) / 2 - NextTileNanoseconds;
    next = summing(1) > half ? summing(1) : half;
  }
  const long long whole = (tiles - 1) / places;
  return (tile.blocksOfCluster() > 1 ? ClusterNanoseconds : 0) +
         whole * (next + NextTileNanoseconds) + wave((double)(tiles - whole * places) / places);
}

/// Nanoseconds in which the slices of a tile of so many elements are added up and stored.
constexpr double timeOfJoining(int rows, int columns) {
  return 1300 + 0.2 * rows * columns;
}

/// The same as timeOfTiles for tiles of which each is summed in `slices` of k, of at most `steps`
/// k-tiles each, by as many blocks, all of them at a time, and without joining them. Of what slices
/// copy, less is copied by several blocks at once and comes from one place.
inline double timeInSlices(const TileTime &tile, long long tiles, int slices, int multiprocessors,
                           long long steps, Rows rowsOfA, Rows rowsOfB) {
  const double busy = (double)tiles * slices / multiprocessors, shared = 0.735 + 0.4 * busy;
  const double arriving = timeOfCopies(tile, rowsOfA, rowsOfB) * (shared < 1 ? shared : 1);
  const double multiplying = tile.step * slowdown(busy);
  return steps * (arriving > multiplying ? arriving : multiplying) + timeBesides(tile);
}

/// Nanoseconds of a step of k in a tile of split operands whose time, compared with others', is 1:
/// what products of 4096 and 8192 take on an H200 (docs/model.md), without splitting.
constexpr double stepOfSplit(int parts) {
  return parts == 2 ? 0.19 : 0.33;
}

/// Nanoseconds for tiles of split operands, which are taken in so many waves, or for slices of k of
/// so many steps, which are one wave.
constexpr double timeOfSplitTiles(int relativeTime, int parts, long long waves, long long steps) {
  return (double)(waves * relativeTime) * stepOfSplit(parts) * (double)steps;
}

/// Nanoseconds of the kernels that split operands of so many elements in all: launches, and memory
/// or, of few long rows, steps that follow each other.
constexpr double timeOfSplitting(double elements, double steps) {
  const double memory = elements / 300, following = 5 * steps;
  return 4000 + (memory > following ? memory : following);
}

/// Nanoseconds of a product whose B, of so many bytes, is split in registers: of the kernel that
/// splits A's elements, which are few, and of k-tiles in so many waves, whose blocks begin and end
/// one after the other. Fitted to products of 16 to 65536 rows on an H200 (docs/ladder.md, "FP32
/// accuracy for few rows").
constexpr double timeOfSplitRows(int stepNanoseconds, long long waves, long long steps,
                                 double elementsOfA, double bytesOfB) {
  const double multiplying = (double)(waves * steps) * stepNanoseconds, reading = bytesOfB / 4.1e3;
  const double splitting = elementsOfA / 300 > 4000 ? elementsOfA / 300 : 4000;
  return 9000 + splitting + 12000 * (double)(waves - 1) +
         (multiplying > reading ? multiplying : reading);
}

/// How often all of `places` are taken until as many tiles are computed.
constexpr long long wavesOf(long long tiles, int places) {
  return (tiles + places - 1) / places;
}

/// The same where elements have ranges of steps: half of all on average, as in a triangle, and
/// those with the most come first.
constexpr double wavesOfTriangle(long long tiles, int places) {
  const double waves = 0.5 * (double)tiles / places + 0.0625;
  return waves > 1 ? waves : 1;
}

/// Tiles that do not fill all places once more may be divided into as many slices of k.
constexpr int MostSlicesOfRest = 4;

/// Into how many they are, 1 where dividing them does not pay; a slice is of so many steps at
/// least.
constexpr int slicesOfRest(long long tiles, int places, long long steps, long long leastSteps) {
  const long long rest = tiles % places;
  if (rest == 0 || 2 * rest > places || steps < MostSlicesOfRest * leastSteps)
    return 1;
  return places / rest < MostSlicesOfRest ? (int)(places / rest) : MostSlicesOfRest;
}

/// MostSlicesOfRest times the waves of all tiles, of which the last one is of such slices.
constexpr long long partialWavesOf(long long tiles, int places, int slices) {
  const long long ofRest = tiles % places == 0 ? 0 : (MostSlicesOfRest + slices - 1) / slices;
  return MostSlicesOfRest * (tiles / places) + ofRest;
}

/// Whether copies of operands pay whose rows begin anywhere, by the times of tiles that read copies
/// and of tiles that read single elements: they take about a twentieth of the latter.
constexpr bool copiesPay(long long ofCopies, long long ofElements) {
  return 21 * ofCopies < 20 * ofElements;
}

/// Whether the FP32 units are faster than split operands, by the nanoseconds of both. Small tiles
/// take up to a fifth longer than times say that are compared with large ones'.
constexpr bool unitsAreFaster(long long ofUnits, double ofSplit) {
  return 1.2 * (double)ofUnits < ofSplit;
}

/// The slices of each tile, 1 where none is divided, and the time of all in nanoseconds.
struct Division {
  int slices;
  double nanoseconds;
};

/// Nanoseconds in which the sums of slices are written, read and added: a launch, the latency of
/// loads that come one after the other, and the L2 cache's bandwidth.
constexpr double timeOfAdding(double elements, int slices) {
  return 3000 + 40.0 * slices + elements * slices * 8 / 3000;
}

/// As many slices as fill `places` once or a few times, whichever takes least; `elements` are those
/// of C. A step of k takes a tile `ofStep` nanoseconds, and slices are of whole k-tiles. There are
/// none where they would save next to nothing.
constexpr Division divisionOf(long long tiles, int places, long long k, int stepsOfKTile,
                              double ofStep, double elements) {
  constexpr int MostWaves = 4;               // more of them leave few places empty
  constexpr int LeastKTiles = 8;             // of a slice, which has a ring to fill
  constexpr double WaveNanoseconds = 1500;   // in which the blocks of a further wave begin and end
  constexpr double WorthIt = 0.95;           // of the time without slices
  constexpr double MostElements = 1LL << 28; // of all slices: 1 GiB
  const long long kTiles = (k + stepsOfKTile - 1) / stepsOfKTile;
  const long long wavesOfWhole = (tiles + places - 1) / places;
  const double whole = (double)(wavesOfWhole * k) * ofStep;
  Division best = {1, whole};
  for (int most = 1; most <= MostWaves; ++most) {
    long long slices = (long long)most * places / tiles;
    if (slices > kTiles / LeastKTiles)
      slices = kTiles / LeastKTiles;
    if (slices < 2 || elements * (double)slices > MostElements)
      continue;
    const long long waves = (tiles * slices + places - 1) / places;
    const long long steps = (kTiles + slices - 1) / slices * stepsOfKTile;
    const double time = (double)(waves * steps) * ofStep +
                        (double)(waves - wavesOfWhole) * WaveNanoseconds +
                        timeOfAdding(elements, (int)slices);
    if (time < WorthIt * whole && time < best.nanoseconds)
      best = {(int)slices, time};
  }
  return best;
}

} // namespace warpsmith
