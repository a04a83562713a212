#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/symbolic/SymbolicState.h"
#include <algorithm>

namespace warpsmith::frontend {

ExpressionRef conditionOn(ThreadEffects &effects, const index::Guards &guards) {
  const auto known = std::ranges::find(effects.conditions, guards);
  const size_t number = known - effects.conditions.begin();
  if (known == effects.conditions.end())
    effects.conditions.push_back(guards);
  return conditionLeaf(number);
}

ExpressionRef chosen(ThreadEffects &effects, const FormulaRef &condition, ExpressionRef held,
                     ExpressionRef other) {
  if (same(*held, *other))
    return held;
  if (condition->is(true) || condition->is(false))
    return condition->is(true) ? held : other;
  if (condition->kind == Formula::Kind::Data)
    return condition->holds ? Expression::select(condition->data, held, other)
                            : Expression::select(condition->data, other, held);
  auto guards = condition->conjunction();
  const auto opposite = Formula::opposite(condition)->conjunction();
  const auto stays = [&](const Expression &one) {
    return one.isLiteralZero() || one.text == NothingStored ||
           (one.kind == Expression::Kind::Sum && !effects.sums[one.operand].update);
  };
  if (opposite && (!guards || (stays(*held) && !stays(*other)))) {
    guards = opposite;
    std::swap(held, other);
  }
  if (!guards)
    return nullptr;
  // Conditions inside of each other are one, where what stays is the same.
  const auto inner =
      held->kind == Expression::Kind::Select ? conditionNumber(*held->children[0]) : std::nullopt;
  if (inner && same(*held->children[2], *other)) {
    for (const index::Affine &guard : effects.conditions[*inner])
      if (std::ranges::find(*guards, guard) == guards->end())
        guards->push_back(guard);
    held = held->children[1];
  }
  return Expression::select(conditionOn(effects, *guards), held, other);
}

} // namespace warpsmith::frontend
