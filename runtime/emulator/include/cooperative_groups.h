/// Cooperative groups: the grid (ranks only), clusters, blocks, tiles of a warp, and threads that
/// happen to be together.
///
/// Not there: tiles of more than a warp, and grid_group::sync(), since blocks run one
/// after the other; calling it is an error.
#pragma once

#include "device_launch_parameters.h"
#include "warpsmith_emulator/block.h"
#include "warpsmith_emulator/cluster.h"
#include "warpsmith_emulator/group_base.h"

namespace cooperative_groups {

/// All threads of the block.
class thread_block {
public:
  WARPSMITH_DEVICE static void
  sync(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
    warpsmith::emulator::synchronize(0, 0, where);
  }
  WARPSMITH_DEVICE static unsigned int size() { return warpsmith::emulator::threadsOfBlock(); }
  WARPSMITH_DEVICE static unsigned int num_threads() { return size(); }
  WARPSMITH_DEVICE static unsigned int thread_rank() {
    return warpsmith::emulator::threadInBlock();
  }
  WARPSMITH_DEVICE static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  WARPSMITH_DEVICE static dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  WARPSMITH_DEVICE static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  WARPSMITH_DEVICE static dim3 dim_threads() { return group_dim(); }
};
WARPSMITH_DEVICE thread_block this_thread_block() {
  return thread_block();
}

/// All threads of the launch.
class grid_group {
public:
  WARPSMITH_DEVICE bool is_valid() const { return false; }
  WARPSMITH_DEVICE void
  sync(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) const {
    warpsmith::emulator::fail(
        "emulator-unsupported",
        "a grid-wide sync() needs all blocks to run at once; the emulator runs "
        "one after the other",
        where);
  }
  WARPSMITH_DEVICE unsigned long long num_blocks() const {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  WARPSMITH_DEVICE unsigned long long block_rank() const {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                            (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  WARPSMITH_DEVICE unsigned long long size() const {
    return num_blocks() * warpsmith::emulator::threadsOfBlock();
  }
  WARPSMITH_DEVICE unsigned long long num_threads() const { return size(); }
  WARPSMITH_DEVICE unsigned long long thread_rank() const {
    return block_rank() * warpsmith::emulator::threadsOfBlock() +
           warpsmith::emulator::threadInBlock();
  }
  WARPSMITH_DEVICE dim3 group_dim() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  WARPSMITH_DEVICE dim3 dim_blocks() const { return group_dim(); }
  WARPSMITH_DEVICE dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
WARPSMITH_DEVICE grid_group this_grid() {
  return grid_group();
}

/// All threads of the blocks that run together.
class cluster_group {
public:
  WARPSMITH_DEVICE static void
  sync(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
    barrier_arrive(where);
    barrier_wait(where);
  }
  WARPSMITH_DEVICE static void
  barrier_arrive(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
    warpsmith::emulator::arriveAtCluster(true, where);
  }
  WARPSMITH_DEVICE static void
  barrier_wait(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
    warpsmith::emulator::waitForCluster(where);
  }
  WARPSMITH_DEVICE static dim3 block_index() { return warpsmith::emulator::clusterBlockIndex(); }
  WARPSMITH_DEVICE static unsigned int block_rank() {
    return warpsmith::emulator::clusterBlockRank();
  }
  WARPSMITH_DEVICE static dim3 dim_blocks() { return warpsmith::emulator::clusterDimensions(); }
  WARPSMITH_DEVICE static unsigned int num_blocks() { return warpsmith::emulator::clusterBlocks(); }
  WARPSMITH_DEVICE static unsigned int thread_rank() {
    return block_rank() * warpsmith::emulator::threadsOfBlock() +
           warpsmith::emulator::threadInBlock();
  }
  WARPSMITH_DEVICE static unsigned int num_threads() {
    return num_blocks() * warpsmith::emulator::threadsOfBlock();
  }
  WARPSMITH_DEVICE static unsigned int size() { return num_threads(); }
  /// The same variable in the shared memory of block `rank`.
  template <typename Type>
  WARPSMITH_DEVICE static Type *
  map_shared_rank(Type *variable, int rank,
                  warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
    using namespace warpsmith::emulator;
    return static_cast<Type *>(genericFromCluster(
        mapShared(sharedAddress(variable), static_cast<uint32_t>(rank), where), where));
  }
};
WARPSMITH_DEVICE cluster_group this_cluster() {
  return cluster_group();
}

/// Threads of one warp.
class coalesced_group : public warpsmith::emulator::LaneGroup {
public:
  WARPSMITH_DEVICE explicit coalesced_group(uint32_t mask) : warpsmith::emulator::LaneGroup(mask) {}
  WARPSMITH_DEVICE unsigned int meta_group_size() const { return 1; }
  WARPSMITH_DEVICE unsigned int meta_group_rank() const { return 0; }
};
/// The lanes that have not exited; where the program has diverged CUDA leaves open which.
WARPSMITH_DEVICE coalesced_group coalesced_threads() {
  return coalesced_group(warpsmith::emulator::activeLanes());
}

/// Size neighbouring threads of a warp.
template <unsigned int Size, typename Parent = void>
class thread_block_tile : public warpsmith::emulator::LaneGroup {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "A tile has 1, 2, 4, 8, 16 or 32 threads here.");

public:
  WARPSMITH_DEVICE thread_block_tile(unsigned int parentRank, unsigned int parentSize)
      : warpsmith::emulator::LaneGroup(mask()),
        number(parentRank / Size),
        count((parentSize + Size - 1) / Size) {}
  template <typename Other>
  WARPSMITH_DEVICE thread_block_tile(const thread_block_tile<Size, Other> &other)
      : warpsmith::emulator::LaneGroup(other.laneMask()),
        number(other.meta_group_rank()),
        count(other.meta_group_size()) {}

  WARPSMITH_DEVICE static constexpr unsigned int size() { return Size; }
  WARPSMITH_DEVICE static constexpr unsigned int num_threads() { return Size; }
  /// Which of the parent's tiles this is, and of how many.
  WARPSMITH_DEVICE unsigned int meta_group_rank() const { return number; }
  WARPSMITH_DEVICE unsigned int meta_group_size() const { return count; }

private:
  WARPSMITH_DEVICE static uint32_t mask() {
    const unsigned int first =
        static_cast<unsigned int>(warpsmith::emulator::laneIndex()) & ~(Size - 1);
    return static_cast<uint32_t>((1ull << Size) - 1) << first;
  }

  unsigned int number, count;
};

template <unsigned int Size, typename Parent>
WARPSMITH_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
  return thread_block_tile<Size, Parent>(parent.thread_rank(), parent.size());
}

/// Some group, known only when the program runs.
class thread_group {
public:
  WARPSMITH_DEVICE thread_group(const thread_block &) : isBlock(true), lanes(0) {}
  WARPSMITH_DEVICE thread_group(const warpsmith::emulator::LaneGroup &group)
      : isBlock(false),
        lanes(group.laneMask()) {}

  WARPSMITH_DEVICE void
  sync(warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) const {
    if (isBlock)
      warpsmith::emulator::synchronize(0, 0, where);
    else
      warpsmith::emulator::synchronizeWarp(lanes, where);
  }
  WARPSMITH_DEVICE unsigned long long size() const {
    return isBlock ? warpsmith::emulator::threadsOfBlock()
                   : warpsmith::emulator::LaneGroup(lanes).size();
  }
  WARPSMITH_DEVICE unsigned long long num_threads() const { return size(); }
  WARPSMITH_DEVICE unsigned long long thread_rank() const {
    return isBlock ? warpsmith::emulator::threadInBlock()
                   : warpsmith::emulator::LaneGroup(lanes).thread_rank();
  }

private:
  bool isBlock;
  uint32_t lanes;
};

/// Neighbouring threads of a warp, `size` of them: a power of two up to 32.
WARPSMITH_DEVICE thread_group
tiled_partition(const thread_group &, unsigned int size,
                warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0)
    warpsmith::emulator::fail("emulator-unsupported",
                              "a tile has 1, 2, 4, 8, 16 or 32 threads here", where);
  const unsigned int first =
      static_cast<unsigned int>(warpsmith::emulator::laneIndex()) & ~(size - 1);
  return warpsmith::emulator::LaneGroup(static_cast<uint32_t>((1ull << size) - 1) << first);
}

template <typename Group>
WARPSMITH_DEVICE void
sync(const Group &group,
     warpsmith::emulator::Location where = warpsmith::emulator::Location::current()) {
  group.sync(where);
}

} // namespace cooperative_groups
