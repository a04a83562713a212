#include "rewriter/arch/Occupancy.h"
#include <algorithm>

namespace warpsmith {
namespace {

constexpr int WarpSize = 32;
/// Registers are given to warps, in units of as many.
constexpr int RegisterAllocationUnit = 256;

int roundedUp(int value, int unit) {
  return (value + unit - 1) / unit * unit;
}

} // namespace

std::string_view name(Occupancy::Limit limit) {
  switch (limit) {
  case Occupancy::Limit::Threads:
    return "threads";
  case Occupancy::Limit::Blocks:
    return "blocks per SM";
  case Occupancy::Limit::Registers:
    return "registers";
  case Occupancy::Limit::SharedMemory:
    return "shared memory";
  }
  return {};
}

Occupancy occupancyOf(const Architecture &architecture, const BlockResources &block) {
  const int warps = roundedUp(block.threads, WarpSize) / WarpSize;
  const int maxWarps = architecture.maxThreadsPerSm / WarpSize;
  const int registersOfWarp =
      roundedUp(block.registersPerThread * WarpSize, RegisterAllocationUnit);
  // A warp's registers come from one sub-partition.
  const int warpsWithRegisters =
      registersOfWarp ? RegistersPerSm / SubPartitions / registersOfWarp * SubPartitions : maxWarps;
  const int shared = roundedUp(block.sharedBytes + architecture.reservedSharedPerBlock,
                               architecture.sharedAllocationUnit);

  Occupancy result = {architecture.maxBlocksPerSm, 0, maxWarps, {Occupancy::Limit::Blocks}};
  const auto atMost = [&](int blocks, Occupancy::Limit limit) {
    if (blocks < result.blocksPerSm)
      result.limits.clear();
    if (blocks <= result.blocksPerSm)
      result.limits.push_back(limit);
    result.blocksPerSm = std::min(blocks, result.blocksPerSm);
  };
  atMost(maxWarps / warps, Occupancy::Limit::Threads);
  // The launch itself asks for registers in all sub-partitions.
  const bool launches = registersOfWarp * roundedUp(warps, SubPartitions) <= RegistersPerSm;
  atMost(launches ? warpsWithRegisters / warps : 0, Occupancy::Limit::Registers);
  if (block.sharedBytes > architecture.sharedMemoryPerBlock)
    atMost(0, Occupancy::Limit::SharedMemory);
  else if (shared)
    atMost(architecture.sharedMemoryPerSm / shared, Occupancy::Limit::SharedMemory);
  result.warpsPerSm = result.blocksPerSm * warps;
  return result;
}

int registersUnderLaunchBounds(int threads) {
  constexpr int Step = 8;
  const int warps = roundedUp(roundedUp(threads, WarpSize) / WarpSize, SubPartitions);
  return std::min(RegistersPerSm / (warps * WarpSize) / Step * Step, MaxRegistersPerThread);
}

} // namespace warpsmith
