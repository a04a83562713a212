/// What all threads of a launch store, as one contraction.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/ThreadEffects.h"
#include "rewriter/ir/Contraction.h"

namespace warpsmith::frontend {

/// Coordinates in place of threads, blocks and loops, and the proof that the elements they number
/// are a contraction. What a launch must meet for that joins the prover's demands. Refusals that
/// concern the whole kernel point to `kernel`.
std::optional<Contraction> contractionOf(const ThreadEffects &effects, index::Symbols &symbols,
                                         index::Prover &prover, clang::SourceLocation kernel,
                                         RefusalSink &refuse);

} // namespace warpsmith::frontend
