/// What is stored in tiles, compared, and rewritten for other steps of the loop.
#pragma once

#include "rewriter/frontend/symbolic/SymbolicState.h"
#include <functional>

namespace warpsmith::frontend {

/// A quotient or a remainder occurs that the step, or its half or stage, is a part of.
bool dividesSteps(const SymbolicState &state, const Polynomial &polynomial,
                  const std::string &steps);

/// All indices and bounds in an expression.
void forEachPolynomial(const SymbolicState &state, const ExpressionRef &expression,
                       const std::function<void(const Polynomial &)> &visit);

/// Whether that holds for all indices and bounds in a store, and in the value with them.
bool holdsInStore(const SymbolicState &state, const SharedArray::Store &store,
                  const std::function<bool(const Polynomial &)> &holds);

/// The store with all of them changed.
SharedArray::Store changedStore(SymbolicState &state, const SharedArray::Store &store,
                                const std::function<Polynomial(const Polynomial &)> &change);

/// The analysis rests on the named constants in it.
void assumeConstants(SymbolicState &state, const Polynomial &polynomial);

/// The store without those of its guards that are conditions of the loop at that step.
SharedArray::Store withoutLoopConditions(const SymbolicState &state, SharedArray::Store store,
                                         const Bounds &conditions, const std::string &steps,
                                         const Polynomial &step);

/// Two stores of the same, each in loops of its own.
bool isSameStore(SymbolicState &state, const SharedArray::Store &one,
                 const SharedArray::Store &other);

} // namespace warpsmith::frontend
