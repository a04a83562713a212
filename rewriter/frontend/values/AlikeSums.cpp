#include "rewriter/frontend/values/AlikeSums.h"
#include "rewriter/frontend/values/JoinedStores.h"
#include "rewriter/frontend/values/Leaves.h"
#include "rewriter/ir/FusedProducts.h"
#include <algorithm>
#include <set>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::Guards;
using Kind = Expression::Kind;

class SumMerger {
public:
  SumMerger(ThreadEffects &all, index::Symbols &known, const index::Prover &bounds)
      : effects(all),
        symbols(known),
        prover(bounds) {}

  void run() {
    std::set<size_t> reached;
    for (const StoredElement &store : effects.stores)
      collect(store.value, reached);
    for (const size_t number : reached)
      merge(number);
  }

private:
  /// The sums that a value is made of, and those that they are made of, but for those known.
  void collect(const ExpressionRef &value, std::set<size_t> &found) const {
    for (const size_t number : sumsIn(value))
      if (effects.sums[number].update && found.insert(number).second) {
        collect(effects.sums[number].initial, found);
        collect(effects.sums[number].update, found);
      }
  }

  /// The sum that a leaf stands for; nothing for any other value, or one that no loop adds to.
  std::optional<size_t> sumOf(const Expression &value) const {
    const bool isSum = value.kind == Kind::Sum &&
                       effects.sums[static_cast<size_t>(value.operand)].update != nullptr;
    return isSum ? std::optional(static_cast<size_t>(value.operand)) : std::nullopt;
  }

  void merge(size_t number) {
    const ExpressionRef update = effects.sums[number].update;
    const auto condition =
        update->kind == Kind::Select ? conditionNumber(*update->children[0]) : std::nullopt;
    const auto whole = condition ? sumOf(*update->children[1]) : std::nullopt;
    const auto last = whole ? sumOf(*update->children[2]) : std::nullopt;
    const bool areTwo = last && *last != *whole && *last != number && *whole != number;
    if (!areTwo || !haveSameSteps(*whole, *last, effects.conditions[*condition]))
      return;
    std::set<size_t> inner = {number}, ofLast = {number};
    collect(update, inner);
    collect(update->children[2], ofLast);
    inner.erase(number);
    ofLast.erase(number);
    ThreadEffects tried = effects;
    for (const size_t each : inner)
      tried.sums[each].update = certain(effects.sums[each].update, effects.conditions[*condition]);
    if (!alikeValue(tried, symbols, update->children[1], update->children[2]))
      return;
    const Guards around = effects.sums[*whole].where;
    for (const size_t each : ofLast) {
      std::erase_if(effects.sums[each].where, [&](const Affine &guard) {
        return std::ranges::find(around, guard) == around.end();
      });
      effects.sums[each].update = certain(effects.sums[each].update, {});
    }
    effects.sums[number].update = update->children[2];
  }

  /// The last tile has as many steps as a whole one, or fewer: then those that it has not are left
  /// out by its own condition, and it may have as many, too.
  bool haveSameSteps(size_t whole, size_t last, const Guards &isWhole) {
    const index::SymbolId step = effects.sums[last].step;
    const std::optional<Polynomial> steps = symbols[effects.sums[whole].step].extent;
    const std::optional<Polynomial> ofLast = symbols[step].extent;
    if (!steps || !ofLast || *steps == *ofLast)
      return steps && ofLast;
    const ExpressionRef update = effects.sums[last].update;
    const auto number =
        update->kind == Kind::Select ? conditionNumber(*update->children[0]) : std::nullopt;
    const bool isLess = (*steps - *ofLast).constant().value_or(-1) > 0;
    if (!isLess || isWhole.size() != 1 || !number || sumOf(*update->children[2]) != last)
      return false;
    const Guards isLast = {Affine(1) - isWhole[0]};
    const bool isLeftOut =
        std::ranges::any_of(effects.conditions[*number], [&](const Affine &guard) {
          return prover.provesNotNegative(Polynomial(0) - guard.coefficient(step)) &&
                 prover.provesNotNegative(Affine() - guard.substitute(step, Affine(*ofLast)),
                                          isLast);
        });
    if (isLeftOut)
      symbols.setExtent(step, *steps);
    return isLeftOut;
  }

  /// The value without the conditions that are certain where the guards hold, or inside of others.
  /// A product that is chosen keeps its condition: the compiler rounds it before it is added.
  ExpressionRef certain(const ExpressionRef &value, const Guards &where) {
    return map(value, [&](const ExpressionRef &node) -> ExpressionRef {
      const auto number =
          node->kind == Kind::Select ? conditionNumber(*node->children[0]) : std::nullopt;
      if (!number)
        return nullptr;
      const Guards own = effects.conditions[*number];
      Guards inside = where;
      inside.insert(inside.end(), own.begin(), own.end());
      const ExpressionRef held = certain(node->children[1], inside);
      const bool isCertain = std::ranges::all_of(own, [&](const Affine &guard) {
        return prover.provesNotNegative(guard - Affine(1), where);
      });
      if (isCertain && same(*held, *roundedAlone(held)))
        return held;
      return Expression::select(node->children[0], held, certain(node->children[2], where));
    });
  }

  ThreadEffects &effects;
  index::Symbols &symbols;
  const index::Prover &prover;
};

} // namespace

void joinAlikeSums(ThreadEffects &effects, index::Symbols &symbols, const index::Prover &prover) {
  SumMerger(effects, symbols, prover).run();
}

} // namespace warpsmith::frontend
