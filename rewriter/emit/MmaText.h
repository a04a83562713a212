/// A kernel on mma.sync, of doubles or of 16 bits: what it takes besides its files in
/// runtime/include/warpsmith/kernels.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// The Problem, the tiles and `run`, which computes C, or of it the tiles that the data chose
/// (tile_order.h), of a schedule with one tile.
std::string mmaInstanceText(KernelPlan &plan, bool someTiles = false);

} // namespace warpsmith
