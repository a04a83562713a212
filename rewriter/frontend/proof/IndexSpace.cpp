#include "rewriter/frontend/proof/IndexSpace.h"
#include <algorithm>

namespace warpsmith::frontend {

bool IndexSpace::implied(const Polynomial &bound) const {
  if (std::ranges::find(guards, bound) != guards.end())
    return true;
  // Every index runs from 0.
  return std::ranges::any_of(dimensions, [&](const Dimension &dimension) {
    const auto affine = bound.affineIn(dimension.symbol);
    return affine && affine->coefficient.constant() == 1 && affine->rest.constant() &&
           *affine->rest.constant() > 0;
  });
}

} // namespace warpsmith::frontend
