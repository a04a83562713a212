/// Choices between elements without conditions that another choice around them, or what they are
/// written under, makes certain.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Of what is written to shared memory: `c && d ? x : d ? x : 0` is `d ? x : 0`.
void leaveOutCertain(ThreadEffects &effects, const index::Prover &prover);

} // namespace warpsmith::frontend
