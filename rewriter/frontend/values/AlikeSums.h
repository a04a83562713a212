/// A tile's sum that a condition chooses from two: of whole tiles, and of the last one with a test
/// at each step.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// `whole ? a sum over all steps : a sum over those that exist` is the second one, where both are
/// the same as long as `whole` holds.
void joinAlikeSums(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover);

} // namespace warpsmith::frontend
