/// What is known of the tiles of a product on the tensor cores whose operands are gathered.
#pragma once

#include "rewriter/families/Schedule.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpsmith {

/// The menu on warpgroups, or for mma.sync on an architecture, larger tiles first: which of them is
/// fastest depends on the sizes.
std::vector<GatheredTensorTile> gatheredTensorTiles(const Architecture &architecture,
                                                    bool warpgroups);

/// Plans with those of the menu's tiles that have `size`, or with all. What keeps it from that, or
/// nothing.
std::string planGatheredTensor(Schedule &schedule, bool warpgroups, ElementType part,
                               std::optional<std::pair<int, int>> size);

/// The type of 8-bit integers on the tensor cores: those of unlike signs are bytes to everything
/// but the products themselves.
ElementType integerPart(const Contraction &contraction);

/// Steps of k in 128 bytes.
inline int stepsOf(const GatheredTensor &plan) {
  return 128 / sizeOf(plan.part);
}

/// A launch may divide tiles of warpgroups into slices of k. Integers have the same sum in any
/// order.
inline bool mayDivideK(const Schedule &schedule) {
  return !schedule.numerics.invariant || isInteger(schedule.as<GatheredTensor>().part);
}

/// Bytes of shared memory of a block.
int sharedMemoryBytes(const GatheredTensorTile &tile, const GatheredTensor &plan,
                      const Contraction &contraction);

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
std::optional<AdjacentRun> copiedRun(const Contraction &contraction, const GatheredTensor &plan,
                                     int operand);

} // namespace warpsmith
