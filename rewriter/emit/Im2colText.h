/// A kernel on Hopper's warpgroup products that reads pixels, and what its launch gives it.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Tiles, kernels and `run`, as those of plain matrices.
std::string im2colText(KernelPlan &plan);

/// What `run` is given after the stream: sizes, scalars, the arrays from the pointers on, how
/// pixels lie, what results read.
std::string im2colArguments(const KernelPlan &plan, const Substitutions &values,
                            const std::string &pointerA, const std::string &pointerB,
                            const std::string &pointerC);

} // namespace warpsmith
