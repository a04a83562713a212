/// How many clusters of blocks run at once. Host code.
#pragma once

#include "warpsmith/device/kernel_code.h"
#include "warpsmith/device/slices_of_k.h"

namespace warpsmith {

/// Multiprocessors of a cluster are of one GPC, of which not all have as many.
template <typename... Parameters>
ClustersAtOnce clustersAtOnce(const Device &device, void (*kernel)(Parameters...), int threads,
                              int sharedBytes) {
  ClustersAtOnce clusters;
  clusters.device = device.number;
  if (!canLaunch(device, kernel, threads, sharedBytes))
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
