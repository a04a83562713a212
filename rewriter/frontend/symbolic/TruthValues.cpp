// Truth values that variables hold: conditions on indices, as they were where the variable was set.
#include "rewriter/frontend/symbolic/SymbolicEvaluator.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

bool isTruthValue(const clang::Expr *expression) {
  return expression->IgnoreParenImpCasts()->getType()->isBooleanType();
}

/// The bounds that all hold where the truth value is `wanted`; nothing where one of several fails.
std::optional<Bounds> boundsOf(const Truth &truth, bool wanted) {
  if (truth.holds == wanted)
    return truth.bounds;
  if (truth.bounds.size() == 1 && !truth.choosesWay)
    return Bounds{Polynomial(1) - truth.bounds[0]};
  return std::nullopt;
}

} // namespace

std::optional<clang::BinaryOperatorKind>
SymbolicEvaluator::connective(const clang::BinaryOperator *operation) const {
  const auto opcode = operation->getOpcode();
  if (operation->isLogicalOp())
    return opcode;
  // These evaluate both sides.
  if ((opcode != clang::BO_And && opcode != clang::BO_Or) || !isTruthValue(operation->getLHS()) ||
      !isTruthValue(operation->getRHS()) || operation->HasSideEffects(context))
    return std::nullopt;
  return opcode == clang::BO_And ? clang::BO_LAnd : clang::BO_LOr;
}

bool SymbolicEvaluator::isCondition(const clang::Expr *expression) const {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return operation->isComparisonOp() || connective(operation);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return operation->getOpcode() == clang::UO_LNot;
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto known = state.integers.find(
      reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr);
  return known != state.integers.end() && truthNumber(known->second);
}

Polynomial SymbolicEvaluator::truth(Truth value) {
  const auto known = std::find_if(state.truths.begin(), state.truths.end(),
                                  [&](const Truth &old) { return old == value; });
  const size_t number = known - state.truths.begin();
  if (known == state.truths.end())
    state.truths.push_back(std::move(value));
  return truthSymbol(number);
}

std::optional<Polynomial> SymbolicEvaluator::truth(const clang::Expr *expression) {
  // `i < m && j < n` is a conjunction of bounds, `i >= m || j >= n` is one where it fails.
  const auto refused = refuse.refusal();
  const SymbolicState before = state;
  std::optional<Refusal> why;
  for (const bool holds : {true, false}) {
    const auto found = condition(expression, holds);
    if (found && found->decided)
      return Polynomial(*found->decided == holds);
    if (found && (!found->data || choosesWay(*found->data)))
      return truth(Truth{found->bounds, holds, found->data != nullptr});
    if (found)
      refuse(expression->getExprLoc(),
             "the truth of '" + text(expression) + "', which depends on data, is kept");
    if (!why)
      why = refuse.refusal();
    state = before;
    refuse.restore(refused);
  }
  refuse.restore(why);
  return std::nullopt;
}

std::optional<Condition> SymbolicEvaluator::held(size_t number, bool holds,
                                                 const clang::Expr *expression) {
  const Truth &known = state.truths[number];
  // Whether it holds or not, nothing is known of what only chooses a way.
  const auto bounds =
      known.choosesWay && known.bounds.empty() ? std::optional(Bounds()) : boundsOf(known, holds);
  if (!bounds)
    return refuse(expression->getExprLoc(),
                  "condition '" + text(expression) + "' is not a conjunction of bounds on indices");
  return Condition{std::nullopt, *bounds, known.choosesWay ? wayChosen() : nullptr};
}

std::optional<Polynomial> SymbolicEvaluator::combined(const Polynomial &left,
                                                      const Polynomial &right, bool conjunction) {
  // Of a conjunction 1 is neutral and 0 decides, of a disjunction the other way round.
  const Polynomial neutral(conjunction), decisive(!conjunction);
  const auto isEither = [](const Polynomial &value) {
    return truthNumber(value) || value == Polynomial(0) || value == Polynomial(1);
  };
  if (!isEither(left) || !isEither(right))
    return std::nullopt;
  if (left == decisive || right == decisive)
    return decisive;
  if (left == neutral || right == neutral)
    return left == neutral ? right : left;
  for (const Polynomial &side : {left, right})
    if (state.truths[*truthNumber(side)].choosesWay)
      return std::nullopt;
  auto first = boundsOf(state.truths[*truthNumber(left)], conjunction);
  const auto second = boundsOf(state.truths[*truthNumber(right)], conjunction);
  if (!first || !second)
    return std::nullopt;
  first->insert(first->end(), second->begin(), second->end());
  return truth(Truth{*first, conjunction});
}

std::optional<Polynomial> SymbolicEvaluator::flagged(const Flag &flag,
                                                     const clang::Expr *condition) {
  const auto said = truth(condition);
  if (!said)
    return std::nullopt;
  // Cleared, it holds where it did and the condition fails; set, where it did or the condition
  // holds.
  Polynomial other = *said;
  if (const auto number = truthNumber(*said); number && !flag.set) {
    const Truth &known = state.truths[*number];
    other = truth(Truth{known.bounds, !known.holds, known.choosesWay});
  } else if (!flag.set) {
    other = Polynomial(1) - *said;
  }
  const auto value = combined(flag.value, other, !flag.set);
  return value ? value
               : refuse(condition->getExprLoc(), "'" + text(condition) + "' and what '" +
                                                     flag.variable->getNameAsString() +
                                                     "' held before are not one conjunction of "
                                                     "bounds on indices");
}

} // namespace warpsmith::frontend
