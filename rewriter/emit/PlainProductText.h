/// Kernels on Hopper's warpgroup products whose schedule is that of a product of plain matrices,
/// with other copies, and what their launches give them.
#pragma once

#include "rewriter/emit/KernelPlan.h"

namespace warpsmith {

/// Tiles, kernels and `run` of the product.
std::string plainProductText(KernelPlan &plan, const Contraction &product);

/// What `run` is given after the stream: sizes, scalars, the arrays from the pointers on, how they
/// lie, which is `layouts`, and what results read.
std::string plainProductArguments(const KernelPlan &plan, const Contraction &product,
                                  const Substitutions &values,
                                  const std::array<std::string, 3> &pointers,
                                  const std::string &layouts);

/// As an int; a number or a name is one.
std::string intText(const Polynomial &number, const Substitutions &values);

} // namespace warpsmith
