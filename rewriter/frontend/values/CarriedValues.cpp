#include "rewriter/frontend/values/CarriedValues.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/CertainChoices.h"
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

  /// Registers that wait for their tile. What they hold where the last step has set nothing is not
  /// known: nobody looks at it, or the kernel is not understood.
  void runInWrites() {
    for (size_t number = 0; number < effects.shared.writes.size(); ++number) {
      const std::vector<SymbolId> loops = effects.shared.writes[number].loops;
      const ExpressionRef value = inWrite(effects.shared.writes[number].value, loops);
      effects.shared.writes[number].value = value;
    }
  }

private:
  ExpressionRef inWrite(const ExpressionRef &value, const std::vector<SymbolId> &loops) {
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto isCarried = [&](const Expression &each) {
        return each.kind == Kind::Sum &&
               std::ranges::find(loops, effects.sums[static_cast<size_t>(each.operand)].step) !=
                   loops.end();
      };
      const ExpressionRef known =
          isCarried(*node) ? before(static_cast<size_t>(node->operand)) : nullptr;
      if (known && !readsShared(known))
        return known;
      if (node->kind != Kind::Select || !conditionNumber(*node->children[0]))
        return nullptr;
      const ExpressionRef other = inWrite(node->children[2], loops);
      return Expression::select(node->children[0], inWrite(node->children[1], loops),
                                isCarried(*other) ? Expression::literal(NothingStored, other->type)
                                                  : other);
    });
  }

  bool readsShared(const ExpressionRef &value) const {
    bool found = false;
    map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      found |=
          node->kind == Kind::Operand &&
          effects.shared.sizes.contains(effects.reads[static_cast<size_t>(node->operand)].array);
      return nullptr;
    });
    return found;
  }

  /// What the variable is before a step; null where that is not known.
  ExpressionRef before(size_t number) {
    const StepSum sum = effects.sums[number];
    const ExpressionRef set = sum.update ? whereFollowed(sum.update, sum.step) : nullptr;
    if (!set || !isRead(*set) || !isRead(*sum.initial))
      return nullptr;
    const ExpressionRef last = atStep(set, sum.step, Affine(sum.step) - Affine(1));
    const ExpressionRef first = atStep(last, sum.step, Affine());
    return areAlike(effects, *first, *sum.initial) ||
                   areAlike(effects, *first, *whereBegun(sum.initial, sum.step))
               ? last
               : nullptr;
  }

  /// Of a choice what is chosen where there is a first step.
  ExpressionRef whereBegun(const ExpressionRef &value, SymbolId step) {
    index::Guards bounds = effects.shared.boundsOfLoop[step];
    for (Affine &bound : bounds)
      bound = atStep(bound, step, Affine());
    return withoutCertain(value, bounds, effects, prover);
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

void takeCarriedInWrites(ThreadEffects &effects, index::Symbols &symbols,
                         const index::Prover &prover) {
  Carried(effects, symbols, prover).runInWrites();
}

} // namespace warpsmith::frontend
