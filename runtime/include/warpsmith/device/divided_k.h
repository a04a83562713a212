/// Into how many slices of k a product's tiles are divided, each slice summed by a block of its
/// own, and what that takes with the kernel that adds their sums (kernels/fma_add_slices.cuh). Host
/// code.
#pragma once

namespace warpsmith {

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
