/// How many clusters of blocks run at once. Host code.
#pragma once

#include "warpsmith/device/shared_memory.h"
#include "warpsmith/device/slices_of_k.h"

namespace warpsmith {

/// On the current device. Multiprocessors of a cluster are of one GPC, of which not all have as
/// many.
template <typename... Parameters>
ClustersAtOnce clustersAtOnce(void (*kernel)(Parameters...), int threads, int sharedBytes) {
  ClustersAtOnce clusters;
  if (!reserveSharedMemory(kernel, sharedBytes))
    return clusters;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t configuration = {};
  configuration.blockDim = dim3(threads);
  configuration.dynamicSmemBytes = sharedBytes;
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  for (int blocks = 2; blocks <= MostSlices; ++blocks) {
    attribute.val.clusterDim.x = blocks;
    configuration.gridDim = dim3(blocks);
    if (cudaOccupancyMaxActiveClusters(&clusters.of[blocks], kernel, &configuration) !=
        cudaSuccess) {
      clusters.of[blocks] = 0;
      cudaGetLastError(); // tiles are then not divided
    }
  }
  return clusters;
}

} // namespace warpsmith
