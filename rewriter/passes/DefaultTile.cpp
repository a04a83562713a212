// The sizes that `tile` without parameters leaves open.
#include "rewriter/families/FmaTile.h"
#include "rewriter/families/TileLayout.h"
#include "rewriter/passes/Passes.h"

namespace warpsmith {
namespace {

/// A share of the warps that is even over the sub-partitions with eight warps on each of them, but
/// not with four.
bool needsManyWarps(const Schedule &schedule) {
  if (!schedule.fp64Warps)
    return false;
  const Fp64Warps &mix = *schedule.fp64Warps;
  return 4 * mix.fp64 % mix.of != 0 && 8 * mix.fp64 % mix.of == 0;
}

BlockTile blockTile(const Contraction &contraction, const Schedule &schedule) {
  const bool twoBytes = sizeOf(contraction.a.type) == 2;
  if (needsManyWarps(schedule))
    return {64, 64, 16};
  if (schedule.fp64Warps || schedule.interleave || contraction.sum == ElementType::F64)
    return {128, 64, 16};
  if (!schedule.wmma)
    return {128, 128, 16};
  // Operands to be converted lie in shared memory twice when copies are asynchronous.
  const int convertedSteps = schedule.route == CopyRoute::Asynchronous ? 16 : 32;
  return {128, 128, twoBytes ? 64 : convertedSteps};
}

ThreadTile threadTile(const Contraction &contraction, const Schedule &schedule) {
  if (needsManyWarps(schedule)) // 32 warps, with few registers each
    return {2, 2};
  if (schedule.fp64Warps) // 16 warps, four to a sub-partition
    return {4, 4};
  // Two sets of sums, or wide ones, share the registers.
  if (schedule.interleave || contraction.sum == ElementType::F64)
    return {8, 4};
  return {8, 8};
}

/// Copies in flight need no registers, so tiles may be deeper, and there are fewer barriers. A copy
/// warp's thread holds a large part of a tile that it scales, unless its elements are small.
bool mayBeDeeper(const Contraction &contraction, const Schedule &schedule) {
  if (schedule.wmma || schedule.interleave || schedule.fp64Warps)
    return false;
  return schedule.route == CopyRoute::Asynchronous ||
         (schedule.route == CopyRoute::CopyWarps && schedule.stages > 1 &&
          sizeOf(contraction.a.type) == 2);
}

} // namespace

Schedule withDefaultTile(const Contraction &contraction, Schedule schedule) {
  if (!schedule.defaultTile)
    return schedule;
  schedule.tiles.clear();
  schedule.block = blockTile(contraction, schedule);
  schedule.thread = threadTile(contraction, schedule);
  Schedule deeper = schedule;
  deeper.block->k = 32;
  // On every device that runs the code: sm_86 has less shared memory than sm_80.
  const bool fits =
      mayBeDeeper(contraction, schedule) && doesNotFit(contraction, deeper).empty() &&
      withLessSharedMemory(*schedule.architecture, sharedMemoryBytes(contraction, deeper)).empty();
  if (fits)
    schedule = deeper;
  if (takesFmaTiles(contraction, schedule))
    schedule.tiles = fmaTiles(contraction, schedule);
  return schedule;
}

} // namespace warpsmith
