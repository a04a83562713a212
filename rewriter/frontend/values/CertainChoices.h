/// Choices between elements without conditions that another choice around them, or what they are
/// written under, makes certain.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Of what is written to shared memory: `c && d ? x : d ? x : 0` is `d ? x : 0`.
void leaveOutCertain(ThreadEffects &effects, const index::Prover &prover);

/// Of a value where the guards hold.
ExpressionRef withoutCertain(const ExpressionRef &value, const index::Guards &around,
                             ThreadEffects &effects, const index::Prover &prover);

/// What is stored and summed without choices by addresses, whose outcome nobody knows: they have to
/// be between the same elements. False, with a refusal, where one is not.
bool leaveOutTests(ThreadEffects &effects, const index::Prover &prover, RefusalSink &refuse);

} // namespace warpsmith::frontend
