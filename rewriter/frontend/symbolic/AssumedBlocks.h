/// Kernels that mix a tile's size with the block's: `blockIdx.x * blockDim.x + threadIdx.x` and
/// `tile * TILE + threadIdx.x`. Where a walk has found nothing, it may take the size of the block
/// for a number, which is then tested at each launch.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith::frontend {

/// Sizes that the block of a kernel may have, by their names (`blockDim.x`), likely ones first:
/// those of its launches, else those of its tiles in shared memory. None for kernels that do not
/// ask for their block's size or have no shared memory. A number that is a named constant's, as the
/// walk that has failed met it, has its name first.
std::vector<std::map<std::string, Polynomial>> assumedBlocks(const SymbolicState &failed,
                                                             const std::vector<Launch> &launches);

} // namespace warpsmith::frontend
