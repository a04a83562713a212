/// The tiles among which a kernel on mma.sync chooses at each launch.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith {

/// Steps of k of a product of fragments of such elements, FP64, complex or 16-bit. Complex numbers
/// of floats are multiplied as `numerics` says: under Fp32, as three BF16 parts each.
int mmaSteps(ElementType part, Numerics numerics);

/// Products on the tensor cores for one of such elements: of complex numbers, for one of their
/// parts.
int mmaProducts(ElementType part, Numerics numerics);

/// The menu for operands of FP64, complex numbers of it or of FP32, FP16 or BF16 on an
/// architecture, larger tiles first: which of them is fastest depends on the sizes.
Mma mmaFor(const Architecture &architecture, ElementType part,
           Numerics numerics = Numerics::BitExact);

/// Threads of a block that compute, and those beside them that copy.
int computeThreads(const MmaTile &tile);
int copyThreads(const Mma &mma);

/// The steps of k of which a tile's time is in nanoseconds, where it was measured.
double stepsOfTime(const Mma &mma);

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const MmaTile &tile, const Mma &mma);

} // namespace warpsmith
