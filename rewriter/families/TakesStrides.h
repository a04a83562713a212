/// How a kernel is told where elements lie.
#pragma once

#include "rewriter/families/Schedule.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith {

/// The kernel takes strides of all indices, and not leading dimensions.
bool takesStrides(const Contraction &contraction, const Schedule &schedule);

} // namespace warpsmith
