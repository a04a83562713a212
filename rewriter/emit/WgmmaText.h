/// A kernel on Hopper's warpgroup products: what it takes besides its files in
/// runtime/include/warpsmith/kernels.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// The Problem with all that the kernel files ask of it, the tiles and `run`, which computes C.
std::string wgmmaInstanceText(KernelPlan &plan);

} // namespace warpsmith
