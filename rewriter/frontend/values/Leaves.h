/// Leaves of values: sums, conditions on indices, indices as numbers.
#pragma once

#include "rewriter/frontend/values/ThreadEffects.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <set>

namespace warpsmith::frontend {

/// A literal in place of a value that nobody has stored, or that is not known. Where a condition
/// chooses it, the guards around the output's stores must imply the other choice.
constexpr char NothingStored[] = "nothing";

/// A leaf for the sum with that number; and the sums in an expression.
ExpressionRef sumLeaf(size_t number, ElementType type);
std::set<size_t> sumsIn(const ExpressionRef &expression);

/// A leaf for the condition on indices with that number. None is left in a contraction.
ExpressionRef conditionLeaf(size_t number);
/// That number, when the expression is such a leaf.
std::optional<size_t> conditionNumber(const Expression &expression);

/// A leaf for the condition that all of the guards hold.
ExpressionRef conditionOn(ThreadEffects &effects, const index::Guards &guards);

/// A leaf for the index as a number.
ExpressionRef positionAt(ThreadEffects &effects, const index::Affine &index);

/// The index that a leaf is; null for any other node.
const index::Affine *positionOf(const ThreadEffects &effects, const Expression &node);

/// The leaf with other indices; null for a node that is no such leaf. Of an index for which `other`
/// has nothing, `isKnown` becomes false.
ExpressionRef
withIndices(ThreadEffects &effects, const Expression &node,
            llvm::function_ref<std::optional<index::Affine>(const index::Affine &)> other,
            bool &isKnown);

/// What is asked of an address is a call of a function whose name begins so, with the number of the
/// element there.
constexpr char AddressTest[] = "address of ";
/// The condition compares an address with a number.
bool testsAddress(const Expression &condition);
/// Some choice in the value has such a condition.
bool choosesByAddress(const ExpressionRef &value);

/// The same function of the same elements.
bool areAlike(const ThreadEffects &effects, const Expression &one, const Expression &other);

/// The indices that the value is made of: of its conditions, of its elements and as numbers. Sums
/// are not looked into.
void collectIndices(const ThreadEffects &effects, const ExpressionRef &value,
                    std::vector<index::Affine> &found);

} // namespace warpsmith::frontend
