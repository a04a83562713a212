/// Several stores of a thread as one: those of two branches that store the same, and those of
/// elements that one number tells apart.
#pragma once

#include "rewriter/frontend/clang/Refusal.h"
#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Joins what can be joined. Elements get a step of their own, among the effects' element steps.
void joinStores(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover);

/// Stores that depend on tests of addresses, which are to be the same ones for every outcome.
/// False, with a refusal, where they are not.
bool joinTested(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover,
                RefusalSink &refuse);

/// Values as one, that the element numbers. Null where they are no function of it.
ExpressionRef joinedValue(ThreadEffects &effects, index::Symbols &symbols,
                          const std::vector<ExpressionRef> &values, index::SymbolId element);

/// The same value, but for the names of loops' steps. The effects are changed: give a copy.
bool alikeValue(ThreadEffects &effects, index::Symbols &symbols, const ExpressionRef &one,
                const ExpressionRef &other);

/// Joins what is written to shared memory by statements that follow each other.
void joinWrites(ThreadEffects &effects, index::Symbols &symbols);

} // namespace warpsmith::frontend
