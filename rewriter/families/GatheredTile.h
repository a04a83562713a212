/// What is known of the tiles of a product whose operands are gathered.
#pragma once

#include "rewriter/families/Schedule.h"

namespace warpsmith {

/// Of shared memory, of a block.
int gatheredBytes(const Contraction &contraction, const GatheredTile &tile);

/// How the lanes of a warp lie over the threads of a tile, and elements side by side of an operand
/// that a thread loads from shared memory at once.
int laneColumns(const GatheredTile &tile);
int runOf(int elementsOfThread, ElementType type);

/// Threads side by side read steps side by side, since these are adjacent in memory.
bool gathersAlongSteps(const Contraction &contraction, int operand);

/// Where the element lies for which all indices and all padded places are zero.
Polynomial offsetInside(const Contraction &contraction, const Matrix &matrix);
/// How far indices of one of its groups move an element on that no place in padding moves.
Strides stridesInside(const Matrix &matrix, int group);

/// The menu, larger tiles first.
std::vector<GatheredTile> gatheredTiles(const Contraction &contraction);

/// A tile of those sizes.
GatheredTile gatheredTile(const BlockTile &block, const ThreadTile &thread);

} // namespace warpsmith
