/// What a warp does as a whole, for which one thread stands.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Rows and columns of fragments number the elements that are stored. A condition around a store on
/// the first row or column of a fragment becomes one on each, if a launch makes it the same.
void takeFragments(ThreadEffects &effects, const index::Symbols &symbols, index::Prover &prover);

} // namespace warpsmith::frontend
