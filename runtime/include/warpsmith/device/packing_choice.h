/// Whether a matrix that TMA can copy in place is better packed. Host code.
#pragma once

namespace warpsmith {

/// True if a product takes less time with this operand packed, copying included, although TMA could
/// copy it in place. Rows that begin within a sector of 32 bytes cost one more sector for each row
/// of a box. What packing saves grows with the product's multiplications (`products`); what it
/// costs grows with the operand's `elements`. The thresholds come from measurements with FP16 on an
/// H200 (docs/ladder.md): an element must be in 512 multiplications if its matrix stays in the L2
/// cache, and in 1536 if it does not.
template <typename Element>
bool isBetterPacked(long long leadingDimension, double elements, double products) {
  constexpr double LeastProducts = 3e8, CachedBytes = 32e6;
  const double leastUses = elements * sizeof(Element) > CachedBytes ? 1536 : 512;
  return leadingDimension * sizeof(Element) % 32 != 0 && products >= LeastProducts &&
         products >= leastUses * elements;
}

} // namespace warpsmith
