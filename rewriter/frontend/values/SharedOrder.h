/// Barriers keep apart what threads of a block do at one place of shared memory.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// No two threads write a place, or write and read it, without a barrier between them. Writes have
/// no reads of shared memory among their values any more. False, with a refusal, where that is not
/// known.
bool keepsThreadsApart(const ThreadEffects &effects, index::Symbols &symbols, index::Prover &prover,
                       RefusalSink &refuse);

/// Of the demands after the first so many, one says how many steps loops may have. A place that is
/// only known for few steps is not known.
bool limitsSteps(const index::Prover &prover, size_t first,
                 const std::vector<index::SymbolId> &loops, const index::Symbols &symbols);

/// All index sums that a condition is made of.
void collectSums(const Formula &formula, const ThreadEffects &effects,
                 std::vector<index::Affine> &sums);

} // namespace warpsmith::frontend
