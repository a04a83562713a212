/// The instructions of a k-tile: what families count alike.
#pragma once

#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/TileLayout.h"

namespace warpsmith {

constexpr int LanesOfWarp = 32;

/// Cycles that a block loses at a barrier of all its warps: they drain, and start again with loads
/// from shared memory. Read off kernels; docs/model.md has the readings.
constexpr double BarrierCycles = 150;

/// Bytes of a step of k that a block reads, as the operands lie in memory.
double fetchedBytes(const Contraction &contraction, const BlockTile &block);

/// Products of fragments that cover a warp's part of C.
double fragmentProducts(int warpM, int warpN, const TensorShape &shape);

/// Of what a block does, that of a sub-partition.
double shareOf(double ofBlock);

/// The copies of a k-tile by ordinary instructions, for a sub-partition.
Mix stagingWork(const Contraction &contraction, const Schedule &schedule, const BlockTile &block);

/// Cycles that a k-tile costs beside its instructions, by how it is brought.
double exposedCycles(const Contraction &contraction, const Schedule &schedule);

void add(Mix &to, const Mix &more);

/// Warps that compute on the sub-partition that has most of them, over the mean of all four: warps
/// go round the sub-partitions, those of a block that compute before those that copy.
double crowding(int computing, int copying, int blocks);

/// What the warps of one sub-partition issue, where it has so many more than the mean.
Mix crowded(Mix mix, double factor);

/// Tiles of so many rows and columns: of all of C, or on and below the diagonal.
double tilesOf(const Problem &problem, double rows, double columns, bool triangle = false);

/// Steps of k that a tile of so many rows and columns takes, from the first one to the last one of
/// any of its elements, on average over C. Of ranges that parameters bound, no less is known than
/// k.
double stepsOf(const Contraction &contraction, const Problem &problem, double rows, double columns);

/// Bytes of a row of an operand in memory: TMA wants them to be whole vectors (packing_choice.h).
double bytesOfRow(const Contraction &contraction, int operand, const Problem &problem);

/// The first of the menu's tiles that takes least time, in nanoseconds.
template <typename TimeWith>
Launched fastestOf(size_t count, TimeWith timeWith) {
  Launched best;
  for (size_t tile = 0; tile < count; ++tile)
    if (const double time = timeWith(tile); tile == 0 || time < best.nanoseconds) {
      best.tile = tile;
      best.nanoseconds = time;
    }
  return best;
}

} // namespace warpsmith
