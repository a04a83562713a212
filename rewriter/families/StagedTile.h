/// What families say alike of one tile whose operands are staged in shared memory.
#pragma once

#include "rewriter/families/KernelFamily.h"
#include "rewriter/families/TileLayout.h"

namespace warpsmith {

/// Compute capabilities from which on some instructions are there.
constexpr int Volta = 70, Ampere = 80, Hopper = 90;

std::string routeText(CopyRoute route);
/// `partOfBlock` is the line on what a warp or a thread computes.
std::string describeStagedTile(const Contraction &contraction, const Schedule &schedule,
                               const std::string &partOfBlock);
/// What holds for all of them: threads, rows of whole vectors, shared memory, registers.
std::string stagedTileDoesNotFit(const Contraction &contraction, const Schedule &schedule);
std::vector<TileResources> stagedTileResources(const Contraction &contraction,
                                               const Schedule &schedule);
/// By how operands are copied and by their types.
Devices stagedTileDevices(const Schedule &schedule);
/// `Tile<128, 128, 16`: template arguments of a tile, as far as they tell it among the others.
std::string tileArgumentsText(const std::vector<int> &values);

} // namespace warpsmith
