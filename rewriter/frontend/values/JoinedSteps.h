/// A sum over tiles, and in each of them over its steps, as one sum over all steps.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Joins the loops of sums where what a step reads is found by dividing the number of the step
/// among all steps: then it has digits. Steps that add zeros to what began with 0 are left out, if
/// a condition on that number says which they are.
void joinSteps(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover);

} // namespace warpsmith::frontend
