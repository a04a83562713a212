/// A kernel on Hopper's warpgroup products of matrices in packed layouts, and what its launch gives
/// it.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Tiles, kernels and `run`, as those of plain matrices.
std::string packedText(KernelPlan &plan);

/// What `run` is given after the stream: sizes, scalars, the arrays from the pointers on, how those
/// in packed layouts lie, what results read.
std::string packedArguments(const KernelPlan &plan, const Substitutions &values,
                            const std::string &pointerA, const std::string &pointerB,
                            const std::string &pointerC);

} // namespace warpsmith
