/// Whether a matrix is packed for TMA, and how it then lies. Host code.
#pragma once

namespace warpsmith {

/// Elements from one row to the next of a packed matrix. Each begins with a cache line, so that the
/// rows of a box, of 64 or 128 bytes, are no more lines and sectors than they have to be.
template <typename Element>
long long packedPitch(long long columns) {
  constexpr int Unit = 128 / sizeof(Element);
  return (columns + Unit - 1) / Unit * Unit;
}

/// True if the rows of the matrix begin at multiples of 16 bytes, so that TMA can copy it in place.
template <typename Element>
bool isCopyable(const Element *matrix, long long leadingDimension) {
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 &&
         leadingDimension * sizeof(Element) % 16 == 0;
}

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
