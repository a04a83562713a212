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

/// Which operands of a product are packed.
struct Packing {
  bool a, b;
};

/// The operand with which packed a product takes less time, copying included, although TMA could
/// copy it in place. Rows that begin within a sector of 32 bytes cost one more sector for each row
/// of a box; `acrossA` and `acrossB` say whether an operand's rows do. What packing saves grows with
/// the product, and more where both do; its cost grows with the operand. It pays for the smaller one
/// at most. The thresholds were measured with FP16 on an H200 (docs/ladder.md).
constexpr Packing betterPacked(bool acrossA, bool acrossB, double m, double n, double k) {
  constexpr double LeastProducts = 1.6e9, LeastUses = 2450; // of each element
  const bool ofA = acrossA && !(acrossB && n < m);
  const double elements = (ofA ? m : n) * k, uses = LeastUses * (acrossA && acrossB ? 1 : 2);
  const bool pays = (acrossA || acrossB) && m * n * k >= uses * elements + LeastProducts;
  return {pays && ofA, pays && !ofA};
}

} // namespace warpsmith
