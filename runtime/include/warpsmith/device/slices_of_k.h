/// Into how many slices of k a product's tiles are divided that are too few for the
/// multiprocessors. Host code.
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

} // namespace warpsmith
