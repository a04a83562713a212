/// Into how many slices of k a product's tiles are divided that are too few for the
/// multiprocessors. Host code.
#pragma once

namespace warpsmith {

/// Of one tile; as many blocks of a cluster run on any device that has clusters (CUDA C++
/// Programming Guide, "Thread Block Clusters").
constexpr int MostSlices = 8;

/// How many clusters of a kernel's blocks run at once, by how many blocks they have.
struct ClustersAtOnce {
  int of[MostSlices + 1] = {};
};

/// As many as there are multiprocessors for and k-tiles; 1 where tiles are not divided.
inline int slicesOfK(long long tiles, long long kTiles, const ClustersAtOnce &clusters) {
  for (int slices = MostSlices; slices > 1; --slices)
    if (slices <= kTiles && tiles <= clusters.of[slices])
      return slices;
  return 1;
}

} // namespace warpsmith
