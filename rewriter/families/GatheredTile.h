/// What is known of the tiles of a product whose operands are gathered.
#pragma once

#include "rewriter/families/Schedule.h"

namespace warpsmith {

/// Of shared memory, of a block.
int gatheredBytes(const Contraction &contraction, const Gathered &plan);

/// Threads side by side read steps side by side, since these are adjacent in memory.
bool gathersAlongSteps(const Contraction &contraction, int operand);

/// Where the element lies for which all indices and all padded places are zero.
Polynomial offsetInside(const Matrix &matrix);

/// What `tile` without sizes gives.
Gathered defaultGathered(const Contraction &contraction);

} // namespace warpsmith
