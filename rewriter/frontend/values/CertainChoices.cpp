#include "rewriter/frontend/values/CertainChoices.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using Kind = Expression::Kind;

class Simplifier {
public:
  Simplifier(ThreadEffects &all, const index::Prover &bounds) : effects(all), prover(bounds) {}

  /// Where the guards hold.
  ExpressionRef simplified(const ExpressionRef &value, const Guards &around) {
    const auto number =
        value->kind == Kind::Select ? conditionNumber(*value->children[0]) : std::nullopt;
    if (!number)
      return value->kind == Kind::Select ? ofData(*value, around) : value;
    const Guards left = needed(effects.conditions[*number], around);
    Guards held = around, other = around;
    held.insert(held.end(), left.begin(), left.end());
    if (left.size() == 1)
      other.push_back(Affine(1) - left[0]);
    const ExpressionRef one = simplified(value->children[1], held);
    if (left.empty())
      return one;
    const ExpressionRef second = simplified(value->children[2], other);
    const auto inner =
        second->kind == Kind::Select ? conditionNumber(*second->children[0]) : std::nullopt;
    const bool isInner =
        inner && one->kind == Kind::Operand && areAlike(effects, *one, *second->children[1]) &&
        std::ranges::all_of(effects.conditions[*inner],
                            [&](const Affine &guard) { return prover.implies(held, guard); });
    return isInner ? second : Expression::select(conditionOn(effects, left), one, second);
  }

private:
  /// A choice between two elements that are the same is the element, whatever chooses.
  ExpressionRef ofData(const Expression &choice, const Guards &around) {
    const ExpressionRef one = simplified(choice.children[1], around);
    const ExpressionRef other = simplified(choice.children[2], around);
    return areAlike(effects, *one, *other) && same(*one, *roundedAlone(one))
               ? one
               : Expression::select(choice.children[0], one, other);
  }

  /// Those of the guards that neither others of them nor those around imply.
  Guards needed(Guards guards, const Guards &around) const {
    for (size_t number = 0; number < guards.size();) {
      Guards others = around;
      for (size_t other = 0; other < guards.size(); ++other)
        if (other != number)
          others.push_back(guards[other]);
      if (prover.implies(others, guards[number]))
        guards.erase(guards.begin() + static_cast<long>(number));
      else
        ++number;
    }
    return guards;
  }

  ThreadEffects &effects;
  const index::Prover &prover;
};

} // namespace

void leaveOutCertain(ThreadEffects &effects, const index::Prover &prover) {
  Simplifier simplifier(effects, prover);
  for (SharedWrite &write : effects.shared.writes)
    write.value = simplifier.simplified(write.value,
                                        Formula::all(write.path)->conjunction().value_or(Guards()));
}

ExpressionRef withoutCertain(const ExpressionRef &value, const Guards &around,
                             ThreadEffects &effects, const index::Prover &prover) {
  return Simplifier(effects, prover).simplified(value, around);
}

/// Choices by addresses are left out; false where one is none between the same elements.
static bool leaveOutTests(ExpressionRef &value, const Guards &around, ThreadEffects &effects,
                          const index::Prover &prover) {
  if (!value || !choosesByAddress(value))
    return true;
  value = map(value, [&](const ExpressionRef &node) -> ExpressionRef {
    return node->kind == Kind::Select && choosesByAddress(node)
               ? withoutCertain(node, around, effects, prover)
               : nullptr;
  });
  return !choosesByAddress(value);
}

bool leaveOutTests(ThreadEffects &effects, const index::Prover &prover, RefusalSink &refuse) {
  const auto fail = [&](clang::SourceLocation where) {
    refuse(where, "an address chooses between two values");
    return false;
  };
  for (size_t number = 0; number < effects.stores.size(); ++number) {
    ExpressionRef value = effects.stores[number].value;
    const Guards where = effects.stores[number].where;
    if (!leaveOutTests(value, where, effects, prover))
      return fail(effects.stores[number].location);
    effects.stores[number].value = value;
  }
  for (size_t number = 0; number < effects.sums.size(); ++number) {
    ExpressionRef initial = effects.sums[number].initial, update = effects.sums[number].update;
    const Guards where = effects.sums[number].where;
    if (!leaveOutTests(initial, where, effects, prover) ||
        !leaveOutTests(update, where, effects, prover))
      return fail(effects.sums[number].location);
    effects.sums[number].initial = initial;
    effects.sums[number].update = update;
  }
  return true;
}

} // namespace warpsmith::frontend
