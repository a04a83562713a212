/// What must hold at a launch so that the contraction is what the kernel computes.
#pragma once

#include "rewriter/ir/Contraction.h"
#include <string>
#include <vector>

namespace warpsmith::frontend {

/// The contraction's preconditions without those that follow from others, from the limits of
/// launches, or from what is checked of rows, columns and steps: that there are some, and that an
/// int counts them.
std::vector<Precondition> withoutImplied(const Contraction &contraction);

/// Why no launch meets all of them: they may exclude each other. Empty where that is not known.
std::string contradiction(const std::vector<Precondition> &all);

} // namespace warpsmith::frontend
