/// Into how many slices of k a product's tiles are divided, where they are too few for the
/// multiprocessors. Host code.
///
/// The blocks of a cluster add up their slices themselves, but a cluster has no more than
/// eight. Any number of blocks can leave their sums in memory, where a second kernel adds them
/// (kernels/wgmma_add_slices.cuh). Fitted to readings of an H100 (docs/ladder.md, "More slices than
/// a cluster has").
#pragma once

namespace warpsmith {

/// Of one tile; the most blocks of a cluster that programs may count on (CUDA C++ Programming
/// Guide, "Thread Block Clusters"), though not on a small part of a device.
constexpr int MostSlices = 8;

/// How many clusters of a kernel's blocks run at once on a device, by how many blocks they have; 0
/// where none do or nobody asks.
struct ClustersAtOnce {
  int of[MostSlices + 1] = {};
  int device = -1;
};

/// As many as there are multiprocessors for, and parts of k that are not divided; 1 where tiles are
/// not either.
inline int slicesOfK(long long tiles, long long parts, const ClustersAtOnce &clusters) {
  for (int slices = MostSlices; slices > 1; --slices)
    if (slices <= parts && tiles <= clusters.of[slices])
      return slices;
  return 1;
}

/// The slices of each tile, each summed by a block: 1 where tiles are not divided.
struct SliceChoice {
  int slices;
  bool inMemory; ///< they leave their sums there
  double nanoseconds;
};

/// The most slices in memory: as many as fill the multiprocessors, of enough parts of k each.
inline int mostSlicesInMemory(long long tiles, long long parts, int multiprocessors) {
  constexpr int LeastParts = 4;
  const long long places = multiprocessors / tiles, most = parts / LeastParts;
  return (int)(places < most ? places : most);
}

/// Nanoseconds in which `slices` slices of `elements` sums, those of all tiles, are left in memory
/// and added.
constexpr double timeOfAddingSlices(double elements, int slices) {
  return 1200 + elements * (9 + 1.4 * slices) / 1000;
}

/// The slices of a cluster, or in memory the most or fewer, whichever take least. `elements` are
/// those of all tiles, `bytes` those of the operands, timeOfSlices(slices) is what the blocks of so
/// many slices take for their sums, and `joining` what those of a cluster take to add them.
template <typename TimeOfSlices>
SliceChoice choiceOfSlices(int ofCluster, int mostInMemory, double elements, double bytes,
                           double joining, TimeOfSlices timeOfSlices) {
  constexpr double BytesPerNanosecond = 4.1e3; // of device memory
  constexpr double WorthIt = 0.93;             // of a cluster's time
  const double reading = bytes / BytesPerNanosecond;
  const auto summing = [&](int slices) {
    const double multiplying = timeOfSlices(slices);
    return multiplying > reading ? multiplying : reading;
  };
  SliceChoice best = {ofCluster, false, ofCluster == 1 ? 1e30 : summing(ofCluster) + joining};
  double least = WorthIt * best.nanoseconds;
  // Where operands do not come faster from memory, fewer slices leave fewer sums.
  const int numbers[] = {mostInMemory, mostInMemory * 3 / 4, mostInMemory / 2};
  for (const int slices : numbers) {
    if (slices <= ofCluster)
      break;
    const double time = summing(slices) + timeOfAddingSlices(elements, slices);
    if (time < least) {
      least = time;
      best = {slices, true, time};
    }
  }
  return best;
}

} // namespace warpsmith
