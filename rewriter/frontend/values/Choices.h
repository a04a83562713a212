/// Values that a condition chooses between.
#pragma once

#include "rewriter/frontend/values/Leaves.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warpsmith::frontend {

/// What of a choice's condition is left without the guards that are certain; nothing for another
/// node, or a condition that is no conjunction of guards.
std::optional<index::Guards> guardsLeft(const ThreadEffects &effects, const Expression &node,
                                        llvm::function_ref<bool(const index::Affine &)> isCertain);

/// `(condition ? element : p) - p` as `condition ? element - p : 0`, of whole numbers: padding that
/// holds the zero point. The demands say that no conversion of p changes it.
ExpressionRef zeroDistances(const ExpressionRef &value, index::Prover &prover);

/// One of two values. What stays as it is, the sum before the step or a zero, comes last. Null
/// where the condition is no conjunction, and its opposite is none.
ExpressionRef chosen(ThreadEffects &effects, const FormulaRef &condition, ExpressionRef held,
                     ExpressionRef other);

} // namespace warpsmith::frontend
