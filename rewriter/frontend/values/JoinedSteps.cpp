#include "rewriter/frontend/values/JoinedSteps.h"
#include "rewriter/frontend/index/Division.h"
#include "rewriter/frontend/values/Choices.h"
#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using index::SymbolId;
using index::SymbolKind;
using Kind = Expression::Kind;

class StepJoiner {
public:
  StepJoiner(ThreadEffects &all, index::Symbols &known, const index::Prover &bounds)
      : effects(all),
        symbols(known),
        prover(bounds) {}

  void run() {
    while (joinOne())
      ;
  }

private:
  bool joinOne() {
    reached.clear();
    reads.clear();
    conditions.clear();
    for (const StoredElement &store : effects.stores)
      collect(store.value);
    return std::ranges::any_of(reached, [&](size_t number) {
      const auto inner = next(number);
      return (inner && join(effects.sums[number].step, effects.sums[*inner].step)) || roll(number);
    });
  }

  /// Additions that are written one by one, as a loop of their own in the step.
  bool roll(size_t number) {
    const StepSum sum = effects.sums[number];
    std::vector<ExpressionRef> added;
    ExpressionRef left = sum.update;
    for (;
         left->kind == Kind::Binary && left->text == "+" && !left->children[1]->contains(Kind::Sum);
         left = left->children[0])
      added.insert(added.begin(), left->children[1]);
    bool isDivided = false;
    forEachSum([&](Affine &each) { isDivided |= divides(each, sum.step, sum.step); });
    if (!isDivided || added.size() < 2 || !same(*left, *sumLeaf(number, sum.type)))
      return false;
    const SymbolId step = symbols.add({.kind = SymbolKind::Step,
                                       .extent = static_cast<int64_t>(added.size()),
                                       .text = symbols[sum.step].text});
    const ExpressionRef value = joinedValue(effects, symbols, added, step);
    if (!value)
      return false;
    StepSum inner = sum;
    const size_t last = effects.sums.size();
    inner.step = step;
    inner.initial = left;
    inner.update = Expression::binary('+', sumLeaf(last, sum.type), value);
    effects.sums.push_back(std::move(inner));
    effects.sums[number].update = sumLeaf(last, sum.type);
    return true;
  }

  void collect(const ExpressionRef &value) {
    map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      if (node->kind == Kind::Operand)
        reads.insert(static_cast<size_t>(node->operand));
      if (const auto number = conditionNumber(*node))
        conditions.insert(*number);
      if (node->kind == Kind::Position)
        positions.insert(static_cast<size_t>(node->operand));
      return nullptr;
    });
    for (const size_t number : sumsIn(value))
      if (effects.sums[number].update && reached.insert(number).second) {
        collect(effects.sums[number].initial);
        collect(effects.sums[number].update);
      }
  }

  /// The sum that each step of this one is: it goes on with it.
  std::optional<size_t> next(size_t number) const {
    const StepSum &outer = effects.sums[number];
    if (outer.update->kind != Kind::Sum)
      return std::nullopt;
    const auto inner = static_cast<size_t>(outer.update->operand);
    const bool goesOn = inner != number && effects.sums[inner].update &&
                        effects.sums[inner].type == outer.type &&
                        same(*effects.sums[inner].initial, *sumLeaf(number, outer.type));
    return goesOn ? std::optional(inner) : std::nullopt;
  }

  bool dependsOn(const Affine &sum, SymbolId step) const {
    return std::ranges::any_of(sum.coefficients(), [&](const auto &term) {
      const index::Symbol &symbol = symbols[term.first];
      return term.first == step || dependsOn(symbol.left, step) || dependsOn(symbol.right, step);
    });
  }

  /// Below a quotient.
  bool divides(const Affine &sum, SymbolId outer, SymbolId inner) const {
    return std::ranges::any_of(sum.coefficients(), [&](const auto &term) {
      const index::Symbol &symbol = symbols[term.first];
      return symbol.kind == SymbolKind::Quotient &&
             ((dependsOn(symbol.left, outer) && dependsOn(symbol.left, inner)) ||
              divides(symbol.left, outer, inner));
    });
  }

  /// The sums of indices that may depend on the steps.
  void forEachSum(const std::function<void(Affine &)> &visit) {
    for (const size_t number : reads)
      visit(effects.reads[number].index);
    for (const size_t number : conditions)
      std::ranges::for_each(effects.conditions[number], visit);
    for (const size_t number : positions)
      visit(effects.positions[number]);
  }

  bool join(SymbolId outer, SymbolId inner) {
    const auto &count = symbols[outer].extent, &width = symbols[inner].extent;
    const auto each = width ? width->constant() : std::nullopt;
    std::map<size_t, size_t> pairs; // of sums in these loops
    bool isDivided = false;
    forEachSum([&](Affine &sum) { isDivided |= divides(sum, outer, inner); });
    if (!count || !each || *each < 1 || !isDivided || !paired(outer, inner, pairs))
      return false;
    const ThreadEffects before = effects;
    const SymbolId whole = symbols.add(
        {.kind = SymbolKind::Step, .extent = *count * *each, .text = symbols[outer].text});
    const Affine rest = Affine(whole) - Affine(outer) * Polynomial(*each);
    bool isWhole = true; // nothing tells the tile apart from the step
    forEachSum([&](Affine &sum) {
      sum = index::substituted(sum, {{inner, rest}}, symbols, prover);
      isWhole &= !dependsOn(sum, outer);
    });
    if (!isWhole) {
      effects = before;
      return false;
    }
    for (const auto &[first, second] : pairs) {
      StepSum &sum = effects.sums[first];
      const ExpressionRef own = sumLeaf(first, sum.type);
      const size_t other = second;
      sum.update =
          map(effects.sums[second].update, [&](const ExpressionRef &node) -> ExpressionRef {
            return node->kind == Kind::Sum && static_cast<size_t>(node->operand) == other ? own
                                                                                          : nullptr;
          });
      sum.step = whole;
      sum.reads = std::max(sum.reads, effects.sums[second].reads);
    }
    limit(whole, pairs);
    return true;
  }

  /// The loops have no other sums than pairs that go on with each other.
  bool paired(SymbolId outer, SymbolId inner, std::map<size_t, size_t> &pairs) const {
    size_t others = 0;
    for (const size_t number : reached) {
      others += effects.sums[number].step == inner ? 1 : 0;
      if (effects.sums[number].step != outer)
        continue;
      const auto second = next(number);
      if (!second || effects.sums[*second].step != inner)
        return false;
      pairs.emplace(number, *second);
    }
    return others == pairs.size();
  }

  /// Leaves steps out that change none of the sums.
  void limit(SymbolId step, const std::map<size_t, size_t> &pairs) {
    std::set<size_t> numbers;
    for (const auto &[first, second] : pairs)
      map(effects.sums[first].update, [&](const ExpressionRef &node) -> ExpressionRef {
        if (const auto number = conditionNumber(*node))
          numbers.insert(*number);
        return nullptr;
      });
    for (const size_t number : numbers)
      for (const Affine &guard : Guards(effects.conditions[number])) {
        const Affine end = guard + Affine(step);
        const bool changesNone =
            end.isUniform() && std::ranges::all_of(pairs, [&](const auto &pair) {
              return isUnchanged(pair.first, guard);
            });
        if (!changesNone || !prover.provesNotNegative(*symbols[step].extent - end.constant()))
          continue;
        symbols.setExtent(step, end.constant());
        for (const auto &[first, second] : pairs)
          effects.sums[first].update = without(effects.sums[first].update, guard);
        return;
      }
  }

  /// Where the guard does not hold the sum stays what it is: 0 + 0 * 0 is added to what is no -0.
  bool isUnchanged(size_t own, const Affine &guard) const {
    const StepSum &sum = effects.sums[own];
    if (!sum.initial->isLiteralZero())
      return false;
    const ExpressionRef left = map(sum.update, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto number =
          node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
      const bool fails = number && std::ranges::find(effects.conditions[*number], guard) !=
                                       effects.conditions[*number].end();
      return fails ? node->children[2] : nullptr;
    });
    return keeps(*left, own);
  }

  static bool keeps(const Expression &value, size_t sum) {
    if (value.kind == Kind::Sum)
      return static_cast<size_t>(value.operand) == sum;
    if (value.kind != Kind::Binary || value.text != "+")
      return false;
    const Expression &left = *value.children[0], &right = *value.children[1];
    return (keeps(left, sum) && isZero(right)) || (isZero(left) && keeps(right, sum));
  }

  static bool isZero(const Expression &value) {
    if (value.kind == Kind::Cast)
      return isZero(*value.children[0]);
    return value.isLiteralZero() || (value.kind == Kind::Binary && value.text == "*" &&
                                     isZero(*value.children[0]) && isZero(*value.children[1]));
  }

  /// The value where the guard holds, without conditions that always do.
  ExpressionRef without(const ExpressionRef &value, const Affine &guard) {
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto left = guardsLeft(effects, *node, [&](const Affine &each) {
        return each == guard || prover.provesNotNegative(each - Affine(1));
      });
      if (!left)
        return nullptr;
      const ExpressionRef held = without(node->children[1], guard);
      // The compiler sees the choice: a product that is chosen is rounded by itself.
      const bool goesOn = node->children[2]->kind == Kind::Sum || !held->contains(Kind::Sum);
      if (left->empty() && goesOn)
        return roundedAlone(held);
      return Expression::select(left->empty() ? node->children[0] : conditionOn(effects, *left),
                                held, without(node->children[2], guard));
    });
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  const index::Prover &prover;
  std::set<size_t> reached, reads, conditions, positions; ///< that stored values are made of
};

} // namespace

void joinSteps(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover) {
  StepJoiner(effects, symbols, prover).run();
}

} // namespace warpsmith::frontend
