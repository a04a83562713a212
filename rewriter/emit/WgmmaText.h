/// A kernel on Hopper's warpgroup products: what it takes besides its files in
/// runtime/include/warpsmith/kernels.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Tiles, kernels and `run`, which computes C.
std::string wgmmaText(KernelPlan &plan);
/// The same where the kernel files are included: the Problem with all that they ask of it, the
/// tiles and `run`.
std::string wgmmaInstanceText(KernelPlan &plan);

} // namespace warpsmith
