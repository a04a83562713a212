/// How long a sum must be for the rings of stages that a kernel keeps k-tiles in to be used again.
#pragma once

#include "rewriter/families/Schedule.h"
#include <vector>

namespace warpsmith {

/// With so many steps of k each stage of a ring is filled twice, whichever tile a launch chooses of
/// this schedule or of what runs instead; 0 where there are no stages.
int stepsOfTwoRounds(const Contraction &contraction, const Schedule &schedule);

/// Extents of a product.
struct SlicedProduct {
  int m, n, k;
};

/// For each tile that some launch of this schedule sums in slices of k, the product of least k that
/// one does so with.
std::vector<SlicedProduct> slicedProducts(const Contraction &contraction, const Schedule &schedule);

/// The place, among the tiles that a launch chooses from, of the first that may be summed in
/// slices.
int firstSlicedTile(const Schedule &schedule);

} // namespace warpsmith
