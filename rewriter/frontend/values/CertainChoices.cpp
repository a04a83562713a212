#include "rewriter/frontend/values/CertainChoices.h"
#include "rewriter/frontend/values/Leaves.h"
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
      return value;
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

} // namespace warpsmith::frontend
