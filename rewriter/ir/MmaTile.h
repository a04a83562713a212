/// The tiles among which a kernel on the FP64 tensor cores chooses at each launch.
#pragma once

#include "rewriter/ir/Contraction.h"
#include "rewriter/ir/Schedule.h"

namespace warpsmith {

/// Steps of k of a product of fragments.
constexpr int MmaSteps = 4;

/// The menu for an architecture, larger tiles first: which of them is fastest depends on the sizes.
Mma mmaFor(const Architecture &architecture);

/// Threads of a block that compute, and those beside them that copy.
int computeThreads(const MmaTile &tile);
int copyThreads(const Mma &mma);

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const MmaTile &tile, const Mma &mma);

} // namespace warpsmith
