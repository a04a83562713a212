#include "rewriter/frontend/values/CarriedValues.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/Leaves.h"
#include <algorithm>
#include <set>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::SymbolId;
using Kind = Expression::Kind;

class Carried {
public:
  Carried(ThreadEffects &all, index::Symbols &known, const index::Prover &bounds)
      : effects(all),
        symbols(known),
        prover(bounds) {}

  void run() {
    for (size_t number = 0; number < effects.sums.size(); ++number)
      if (const ExpressionRef value = before(number))
        replace(number, value);
  }

private:
  /// What the variable is before a step; null where that is not known.
  ExpressionRef before(size_t number) {
    const StepSum sum = effects.sums[number];
    const ExpressionRef set = sum.update ? whereFollowed(sum.update, sum.step) : nullptr;
    if (!set || !isRead(*set) || !isRead(*sum.initial))
      return nullptr;
    const ExpressionRef last = atStep(set, sum.step, Affine(sum.step) - Affine(1));
    const ExpressionRef first = atStep(last, sum.step, Affine());
    return areAlike(effects, *first, *sum.initial) ? last : nullptr;
  }

  /// Of a choice what is chosen where another step follows.
  ExpressionRef whereFollowed(ExpressionRef value, SymbolId step) {
    const index::Guards next = boundsOfNextStep(effects.shared, step, symbols, prover);
    for (bool isChosen = true; isChosen;) {
      const auto left = guardsLeft(effects, *value, [&](const Affine &guard) {
        return prover.provesNotNegative(guard - Affine(1), next);
      });
      isChosen = left && left->empty();
      if (isChosen)
        value = value->children[1];
    }
    return value;
  }

  /// An element or a zero: nothing is calculated that the compiler could contract.
  static bool isRead(const Expression &value) {
    const bool isChoice = value.kind == Kind::Select && conditionNumber(*value.children[0]) &&
                          isRead(*value.children[1]) && isRead(*value.children[2]);
    return value.kind == Kind::Operand || value.isLiteralZero() || isChoice;
  }

  Affine atStep(const Affine &sum, SymbolId step, const Affine &number) {
    return index::substituted(sum, {{step, number}}, symbols, prover);
  }

  ExpressionRef atStep(const ExpressionRef &value, SymbolId step, const Affine &number) {
    const auto sum = [&](const Affine &one) { return std::optional(atStep(one, step, number)); };
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      bool isKnown = true;
      if (node->kind != Kind::Operand)
        return withIndices(effects, *node, sum, isKnown);
      ReadElement read = effects.reads[static_cast<size_t>(node->operand)];
      read.index = *sum(read.index);
      effects.reads.push_back(std::move(read));
      return Expression::operandElement(static_cast<int>(effects.reads.size()) - 1, node->type);
    });
  }

  /// In what the steps of the same loop compute, also by loops of their own.
  void replace(size_t number, const ExpressionRef &value) {
    std::set<size_t> open, seen = {number};
    for (size_t other = 0; other < effects.sums.size(); ++other)
      if (effects.sums[other].step == effects.sums[number].step && seen.insert(other).second)
        replaceIn(effects.sums[other].update, number, value, open);
    while (!open.empty()) {
      const size_t inner = open.extract(open.begin()).value();
      if (!seen.insert(inner).second)
        continue;
      replaceIn(effects.sums[inner].initial, number, value, open);
      replaceIn(effects.sums[inner].update, number, value, open);
    }
  }

  /// Sums that are met join those that are open.
  static void replaceIn(ExpressionRef &whole, size_t number, const ExpressionRef &value,
                        std::set<size_t> &open) {
    if (!whole)
      return;
    open.merge(sumsIn(whole));
    whole = map(whole, [&](const ExpressionRef &node) -> ExpressionRef {
      return node->kind == Kind::Sum && static_cast<size_t>(node->operand) == number ? value
                                                                                     : nullptr;
    });
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  const index::Prover &prover;
};

} // namespace

void takeCarried(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover) {
  Carried(effects, symbols, prover).run();
}

} // namespace warpsmith::frontend
