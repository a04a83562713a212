/// What the host checks before it launches a rewritten kernel.
#pragma once

namespace warpsmith {

/// True when two ranges of bytes share none.
inline bool disjoint(const void *first, long long firstBytes, const void *second,
                     long long secondBytes) {
  const char *a = static_cast<const char *>(first), *b = static_cast<const char *>(second);
  return a + firstBytes <= b || b + secondBytes <= a;
}

/// True when rows of `leadingDimension` elements of which `columns` exist can be read and written
/// in 16-byte vectors.
template <typename Element>
bool vectorizable(const Element *matrix, long long columns, long long leadingDimension) {
  constexpr long long Width = 16 / sizeof(Element);
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && columns % Width == 0 &&
         leadingDimension % Width == 0;
}

} // namespace warpsmith
