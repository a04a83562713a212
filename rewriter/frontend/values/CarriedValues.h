/// Elements that registers keep for the next step of a loop: what a step reads last, the next one
/// multiplies.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Puts the element itself in place of what a variable keeps from the step before, where the first
/// step finds the same function of its number in it. What is read from shared memory is known.
void takeCarried(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover);

/// The same in what is written to shared memory, before it is known what is read there.
void takeCarriedInWrites(ThreadEffects &effects, index::Symbols &symbols,
                         const index::Prover &prover);

} // namespace warpsmith::frontend
