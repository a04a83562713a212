/// What the host checks before it launches a rewritten kernel.
#pragma once

namespace warpsmith {

/// True when a launch of a kernel that allows `mostThreads` a block is one that CUDA accepts.
inline bool launchable(dim3 grid, dim3 block, size_t sharedBytes, int mostThreads) {
  constexpr long long MostIndex = 0x7fffffff;
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.y <= 65535 &&
         grid.z <= 65535 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 &&
         (int)(block.x * block.y * block.z) <= mostThreads && sharedBytes <= 48 * 1024 &&
         (long long)grid.x * block.x <= MostIndex;
}

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

/// True when offset + m * first + n * second + k * third is in [low, high] for all indices below
/// `rows`, `columns` and `steps`, all of them positive and below 2^31.
inline bool within(long long low, long long high, long long offset, long long first, long long rows,
                   long long second, long long columns, long long third, long long steps) {
  const long long coefficients[] = {first, second, third}, extents[] = {rows, columns, steps};
  long long least = offset, most = offset;
  for (int i = 0; i < 3; ++i) {
    constexpr long long Most = 1 << 30; // so that nothing here overflows
    if (coefficients[i] > Most || coefficients[i] < -Most || offset > Most * Most ||
        offset < -Most * Most)
      return false;
    (coefficients[i] < 0 ? least : most) += coefficients[i] * (extents[i] - 1);
  }
  return low <= least && most <= high;
}

} // namespace warpsmith
