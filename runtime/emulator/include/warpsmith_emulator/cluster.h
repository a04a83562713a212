/// Clusters: blocks that run together and reach each other's shared memory.
#pragma once

#include "device_launch_parameters.h"
#include "warpsmith_emulator/core.h"
#include <stdint.h>

namespace warpsmith {
namespace emulator {

/// barrier.cluster.arrive and .wait; `ordered` is false for .relaxed.
void arriveAtCluster(bool ordered, Location where = Location::current());
void waitForCluster(Location where = Location::current());

/// The cluster's extents in blocks; 1 x 1 x 1 where none was asked for.
dim3 clusterDimensions();

/// An address of shared memory in the cluster's window (mapa): `shared` is an address of any
/// block's shared memory, and what comes back the same place in that of block `rank`.
uint32_t mapShared(uint32_t shared, uint32_t rank, Location where = Location::current());
/// The generic address of either kind.
void *genericFromCluster(uint32_t address, Location where = Location::current());
/// ld.shared and st.shared, with or without ::cluster.
void readShared(uint32_t address, void *to, uint32_t bytes, Location where = Location::current());
void writeShared(uint32_t address, const void *from, uint32_t bytes,
                 Location where = Location::current());
/// mbarrier.arrive.shared::cluster, with `bytes` more to expect.
void arriveInCluster(uint32_t barrier, uint32_t count, int64_t bytes,
                     Location where = Location::current());

// Registers.
WARPSMITH_DEVICE dim3 clusterBlockIndex() {
  const dim3 size = clusterDimensions();
  return dim3(blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z);
}
WARPSMITH_DEVICE unsigned int clusterBlocks() {
  const dim3 size = clusterDimensions();
  return size.x * size.y * size.z;
}
WARPSMITH_DEVICE unsigned int clusterBlockRank() {
  const dim3 size = clusterDimensions(), at = clusterBlockIndex();
  return at.x + size.x * (at.y + size.y * at.z);
}
WARPSMITH_DEVICE dim3 clusterIndex() {
  const dim3 size = clusterDimensions();
  return dim3(blockIdx.x / size.x, blockIdx.y / size.y, blockIdx.z / size.z);
}
WARPSMITH_DEVICE dim3 clusterGrid() {
  const dim3 size = clusterDimensions();
  return dim3(gridDim.x / size.x, gridDim.y / size.y, gridDim.z / size.z);
}

} // namespace emulator
} // namespace warpsmith
