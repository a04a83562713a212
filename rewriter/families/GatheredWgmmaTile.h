/// What is known of the tiles of a product on warpgroups whose operands are gathered.
#pragma once

#include "rewriter/families/Schedule.h"
#include <optional>

namespace warpsmith {

/// The menu: which of them is fastest depends on the sizes.
const std::vector<GatheredWgmmaTile> &gatheredWgmmaTiles();

/// Steps of k in 128 bytes.
inline int stepsOf(const GatheredWgmma &plan) {
  return 128 / sizeOf(plan.part);
}

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const GatheredWgmmaTile &tile, const Contraction &contraction);

/// Indices of one group whose elements lie behind each other, the last ones of it.
struct AdjacentRun {
  size_t first;      ///< of the indices
  Polynomial length; ///< elements
};
/// Those along which an array's elements are adjacent, and no place in padding moves; nothing where
/// the last index already does not.
std::optional<AdjacentRun> adjacentRun(const Matrix &matrix, int group, const IndexGroup &indices);

/// The steps of an operand that its elements are adjacent along, where they may be copied as they
/// lie.
std::optional<AdjacentRun> copiedRun(const Contraction &contraction, const GatheredWgmma &plan,
                                     int operand);

} // namespace warpsmith
