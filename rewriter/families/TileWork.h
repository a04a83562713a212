/// What a block does for a k-tile, in terms of PipeModel.h.
#pragma once

#include "rewriter/arch/PipeModel.h"
#include "rewriter/families/Schedule.h"

namespace warpsmith {

/// The tile of a schedule, or the first of its menu.
BlockTile blockOf(const Schedule &schedule);

/// Bytes of a step of k that a block reads, as the operands lie in memory.
double fetchedBytes(const Contraction &contraction, const BlockTile &block);

struct TileWork {
  Cycles cycles = {0, Unit::IssueSlots}; ///< of a sub-partition, for one block
  double exposed = 0;                    ///< cycles in which a block's own work stands still
};

/// A k-tile of that tile, with so many blocks on a multiprocessor.
TileWork workOf(const Contraction &contraction, const Schedule &schedule, int blocksPerSm);

} // namespace warpsmith
