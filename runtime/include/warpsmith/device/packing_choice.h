/// Whether a matrix that TMA can copy as it lies is better packed. Host code.
#pragma once

namespace warpsmith {

/// True when a product takes less time with this operand packed, copying included, although it is
/// copyable: rows that begin within a sector of 32 bytes cost one more of each row of a box. What
/// that saves grows with the product's `products`, what copying costs with the operand's
/// `elements`. Thresholds are between those of an H200's readings with FP16 (docs/ladder.md): an
/// element must be in 512 products where its matrix stays in the L2 cache, and in 1536 where it
/// does not.
template <typename Element>
bool isBetterPacked(long long leadingDimension, double elements, double products) {
  constexpr double LeastProducts = 3e8, CachedBytes = 32e6;
  const double leastUses = elements * sizeof(Element) > CachedBytes ? 1536 : 512;
  return leadingDimension * sizeof(Element) % 32 != 0 && products >= LeastProducts &&
         products >= leastUses * elements;
}

} // namespace warpsmith
