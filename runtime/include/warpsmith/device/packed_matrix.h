/// How matrices lie that are copied in parts of 16 bytes. Host code.
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

} // namespace warpsmith
