/// Several stores of a thread as one: those of two branches that store the same, and those of
/// elements that one number tells apart.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"

namespace warpsmith::frontend {

/// Joins what can be joined. Elements get a step of their own, among the effects' element steps.
void joinStores(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover);

/// Values as one, that the element numbers. Null where they are no function of it.
ExpressionRef joinedValue(ThreadEffects &effects, index::Symbols &symbols,
                          const std::vector<ExpressionRef> &values, index::SymbolId element);

/// Joins what is written to shared memory by statements that follow each other.
void joinWrites(ThreadEffects &effects, index::Symbols &symbols);

} // namespace warpsmith::frontend
