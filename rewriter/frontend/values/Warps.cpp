#include "rewriter/frontend/values/Warps.h"
#include <algorithm>

namespace warpsmith::frontend {
namespace {

using index::Affine;
using index::SymbolId;

/// The guard counts first rows of fragments: each of its parts moves the place by as many rows.
std::optional<Affine> guardOfEach(const Affine &guard, const Affine &place, SymbolId row,
                                  int64_t rows, index::Prover &prover) {
  const Polynomial distance = place.coefficient(row);
  if (guard.isUniform() || distance.isZero())
    return std::nullopt;
  for (const auto &[id, coefficient] : guard.coefficients()) {
    const Polynomial number = Polynomial(0) - coefficient;
    if (!number.quotient(Polynomial(rows)) || place.coefficient(id) != number * distance)
      return std::nullopt;
  }
  if (!prover.demandQuotient(guard.constant(), Polynomial(rows)))
    return std::nullopt;
  return guard - Affine(row);
}

} // namespace

void takeFragments(ThreadEffects &effects, const index::Symbols &symbols, index::Prover &prover) {
  for (StoredElement &store : effects.stores)
    for (const auto &[axis, index] : effects.fragment) {
      if (!store.index.dependsOn(index))
        continue;
      const int64_t rows = *symbols[index].extent->constant();
      effects.elementSteps.insert(index);
      for (Affine &guard : store.where)
        if (const auto each = guardOfEach(guard, store.index, index, rows, prover)) {
          // What holds for all elements that are stored holds there.
          for (index::Guards &condition : effects.conditions)
            std::ranges::replace(condition, guard, *each);
          guard = *each;
          break;
        }
    }
}

} // namespace warpsmith::frontend
