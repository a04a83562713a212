#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/Leaves.h"
#include <algorithm>

namespace warpsmith::frontend {

std::optional<index::Guards> guardsLeft(const ThreadEffects &effects, const Expression &node,
                                        llvm::function_ref<bool(const index::Affine &)> isCertain) {
  const auto number =
      node.kind == Expression::Kind::Select ? conditionNumber(*node.children[0]) : std::nullopt;
  if (!number)
    return std::nullopt;
  index::Guards left = effects.conditions[*number];
  std::erase_if(left, isCertain);
  return left;
}

ExpressionRef chosen(ThreadEffects &effects, const FormulaRef &condition, ExpressionRef held,
                     ExpressionRef other) {
  if (same(*held, *other))
    return held;
  if (condition->is(true) || condition->is(false))
    return condition->is(true) ? held : other;
  // What the same data choose among is known there.
  const auto where = [&](ExpressionRef value, bool holds) {
    while (value->kind == Expression::Kind::Select && same(*value->children[0], *condition->data))
      value = value->children[holds ? 1 : 2];
    return value;
  };
  if (condition->kind == Formula::Kind::Data) {
    held = where(held, condition->holds);
    other = where(other, !condition->holds);
    if (same(*held, *other))
      return held;
    return condition->holds ? Expression::select(condition->data, held, other)
                            : Expression::select(condition->data, other, held);
  }
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
  constexpr size_t MostParts = 4;
  if (!guards && condition->parts.size() > 1 && condition->parts.size() <= MostParts) {
    const bool isAny = condition->kind == Formula::Kind::Any;
    const std::vector<FormulaRef> rest(condition->parts.begin() + 1, condition->parts.end());
    const ExpressionRef others =
        chosen(effects, isAny ? Formula::any(rest) : Formula::all(rest), held, other);
    return !others ? nullptr
           : isAny ? chosen(effects, condition->parts[0], held, others)
                   : chosen(effects, condition->parts[0], others, other);
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

namespace {

using Kind = Expression::Kind;

/// What is converted, and the types on the way from it, innermost first.
const Expression *withoutCasts(const Expression *value, std::vector<ElementType> &types) {
  while (value->kind == Kind::Cast) {
    types.insert(types.begin(), value->type);
    value = value->children[0].get();
  }
  return value;
}

/// A size or a number; nothing for other values.
std::optional<Polynomial> wholeNumber(const Expression &value) {
  if (value.kind == Kind::Size)
    return value.polynomial;
  constexpr size_t MostDigits = 9;
  const bool isNumber = value.kind == Kind::Literal && isInteger(value.type) &&
                        value.text.size() <= MostDigits &&
                        value.text.find_first_not_of("0123456789") == std::string::npos;
  return isNumber && !value.text.empty() ? std::optional<Polynomial>(std::stoll(value.text))
                                         : std::nullopt;
}

/// All of the types hold the number, or the launch is checked for that.
bool holdAll(const std::vector<ElementType> &types, const Polynomial &number,
             index::Prover &prover) {
  return std::ranges::all_of(types, [&](ElementType type) {
    const auto bits = static_cast<unsigned>(8 * sizeOf(type));
    const bool isSigned = type == ElementType::I8 || type == ElementType::I32;
    if (!isSigned && type != ElementType::U8 && type != ElementType::U32)
      return false;
    const int64_t most = (int64_t(1) << (bits - (isSigned ? 1 : 0))) - 1;
    return prover.demandAtLeast(number, isSigned ? -most - 1 : 0) &&
           prover.demandAtLeast(most, number);
  });
}

/// The difference, where it is 0 unless a condition on indices holds.
ExpressionRef zeroDistance(const Expression &difference, index::Prover &prover) {
  if (difference.kind != Kind::Binary || difference.text != "-" || !isInteger(difference.type))
    return nullptr;
  std::vector<ElementType> outer, inner, own;
  const Expression *choice = withoutCasts(difference.children[0].get(), outer);
  if (choice->kind != Kind::Select || !conditionNumber(*choice->children[0]))
    return nullptr;
  const auto padding = wholeNumber(*withoutCasts(choice->children[2].get(), inner));
  const auto point = wholeNumber(*withoutCasts(difference.children[1].get(), own));
  const size_t demands = prover.demands().size();
  if (!padding || padding != point || !holdAll(inner, *point, prover) ||
      !holdAll(outer, *point, prover) || !holdAll(own, *point, prover)) {
    prover.forget(demands);
    return nullptr;
  }
  ExpressionRef element = choice->children[1];
  for (const ElementType type : outer)
    element = Expression::cast(type, element);
  return Expression::select(choice->children[0],
                            Expression::binary('-', element, difference.children[1]),
                            Expression::literal("0", difference.type));
}

} // namespace

ExpressionRef zeroDistances(const ExpressionRef &value, index::Prover &prover) {
  return map(value, [&](const ExpressionRef &node) { return zeroDistance(*node, prover); });
}

} // namespace warpsmith::frontend
