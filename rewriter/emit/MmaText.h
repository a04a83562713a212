/// A kernel on mma.sync, of doubles or of 16 bits: what it takes besides its files in
/// runtime/include/warpsmith/kernels.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Tiles, kernels and `run`, which computes C, or of it the tiles that the data chose
/// (tile_order.h), of a schedule with one tile.
std::string mmaText(KernelPlan &plan, bool someTiles = false);
/// The same where the kernel files are included: the Problem, the tiles and `run`.
std::string mmaInstanceText(KernelPlan &plan);

} // namespace warpsmith
