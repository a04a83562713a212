/// The tiles among which a kernel on Hopper's asynchronous tensor cores chooses at each launch.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "rewriter/ir/Schedule.h"

namespace warpsmith {

/// Elements of C that a block computes: two warpgroups of 64 rows each.
constexpr int WgmmaBlockM = 128;

/// The menu for a schedule, larger tiles first: which of them is fastest depends on the sizes.
const std::vector<WgmmaTile> &wgmmaTiles(int parts);

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const WgmmaTile &tile, int parts);

/// Steps of k whose products the tensor cores sum before they are added to FP32 sums, where the
/// operands are split. They truncate when they add: 128 steps keep the error below that of summing
/// in FP32 (arXiv 2203.03341, section 4).
constexpr int PromotedSteps = 128;

/// Fewer steps than this are summed more accurately in FP32 itself.
constexpr int LeastSplitSteps = 256;

/// The products of parts that an FP32 product is made of, smallest first; what is left out is
/// smaller than FP32's own rounding.
std::vector<std::pair<int, int>> partProducts(int parts);

} // namespace warpsmith
