#include "rewriter/frontend/index/Strides.h"
#include "rewriter/frontend/index/SizeDivision.h"
#include <algorithm>

namespace warpsmith::frontend::index {
namespace {

/// The one stride is less than the other, as far as their text tells.
bool isInside(const Polynomial &inner, const Polynomial &outer) {
  const auto less = inner.constant(), more = outer.constant();
  if (less && more)
    return *less < *more;
  return (outer.quotient(inner) && !inner.quotient(outer)) || degree(inner) < degree(outer);
}

} // namespace

std::optional<std::vector<SymbolId>> outermostFirst(const Affine &place,
                                                    std::vector<SymbolId> coordinates,
                                                    const Symbols &symbols, Prover &prover) {
  std::vector<SymbolId> ordered;
  Polynomial reach(1); // places that the inner ones span
  while (!coordinates.empty()) {
    const auto next = std::ranges::find_if(coordinates, [&](SymbolId candidate) {
      return std::ranges::none_of(coordinates, [&](SymbolId other) {
        return other != candidate && isInside(prover.withEqualities(place.coefficient(other)),
                                              prover.withEqualities(place.coefficient(candidate)));
      });
    });
    // Two of one stride would have to be one that has a single value.
    const bool isTwice = next != coordinates.end() && !ordered.empty() &&
                         place.coefficient(ordered[0]) == place.coefficient(*next);
    if (next == coordinates.end() || isTwice || place.coefficient(*next).isZero() ||
        !prover.demandAtLeast(place.coefficient(*next), reach))
      return std::nullopt;
    reach += place.coefficient(*next) * (*symbols[*next].extent - 1);
    ordered.insert(ordered.begin(), *next);
    coordinates.erase(next);
  }
  return ordered;
}

} // namespace warpsmith::frontend::index
