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

/// Nanoseconds in which a kernel packs an operand of so many bytes: a launch, and memory.
constexpr double timeOfPacking(double bytes) {
  return 1000 + bytes / 2000;
}

/// What is packed where a product takes least: `needed`, or one operand more whose rows begin
/// within sectors of 32 bytes, as `acrossA` and `acrossB` say. TMA copies those at half its speed,
/// although it could read them in place. timeWith(packing) is what the product then takes, in
/// nanoseconds; it is asked for `needed` at least.
template <typename TimeWith>
Packing fastestPacking(Packing needed, bool acrossA, bool acrossB, double bytesOfA, double bytesOfB,
                       TimeWith timeWith) {
  Packing best = needed;
  double least = timeWith(needed);
  const auto compare = [&](bool across, Packing packing, double bytes) {
    const double time = across ? timeWith(packing) + timeOfPacking(bytes) : least;
    if (time < least) {
      least = time;
      best = packing;
    }
  };
  compare(acrossA, {true, needed.b}, bytesOfA);
  compare(acrossB, {needed.a, true}, bytesOfB);
  return best;
}

} // namespace warpsmith
