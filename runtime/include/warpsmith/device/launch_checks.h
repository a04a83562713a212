/// What is checked of a launch before a rewritten kernel runs, on the host or in a kernel that
/// keeps its launches.
#pragma once

namespace warpsmith {

/// True when a launch of a kernel that allows `mostThreads` a block is one that CUDA accepts.
__host__ __device__ inline bool launchable(dim3 grid, dim3 block, size_t sharedBytes,
                                           int mostThreads) {
  constexpr long long MostIndex = 0x7fffffff;
  return grid.x && grid.y && grid.z && block.x && block.y && block.z && grid.y <= 65535 &&
         grid.z <= 65535 && block.x <= 1024 && block.y <= 1024 && block.z <= 64 &&
         (int)(block.x * block.y * block.z) <= mostThreads && sharedBytes <= 48 * 1024 &&
         (long long)grid.x * block.x <= MostIndex;
}

/// True when two ranges of bytes share none.
__host__ __device__ inline bool disjoint(const void *first, long long firstBytes,
                                         const void *second, long long secondBytes) {
  const char *a = static_cast<const char *>(first), *b = static_cast<const char *>(second);
  return a + firstBytes <= b || b + secondBytes <= a;
}

/// True when rows of `leadingDimension` elements of which `columns` exist can be read and written
/// in 16-byte vectors.
template <typename Element>
__host__ __device__ bool vectorizable(const Element *matrix, long long columns,
                                      long long leadingDimension) {
  constexpr long long Width = 16 / sizeof(Element);
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && columns % Width == 0 &&
         leadingDimension % Width == 0;
}

/// True when the offset plus coefficients times indices is in [low, high] for all indices from 0 to
/// below their extents, which are positive and below 2^31. What follows the offset is pairs of a
/// coefficient and an extent, at most four.
template <typename... Pairs>
__host__ __device__ bool within(long long low, long long high, long long offset, Pairs... pairs) {
  constexpr long long Most = 1 << 29; // so that nothing here overflows
  // Signed: nvcc warns where an unsigned number would be less than 0.
  constexpr int Count = sizeof...(pairs);
  const long long values[] = {(long long)pairs..., 0};
  long long least = offset, most = offset;
  for (int i = 0; i + 1 < Count; i += 2) {
    if (values[i] > Most || values[i] < -Most || values[i + 1] > 0x7fffffff ||
        offset > Most * Most || offset < -Most * Most)
      return false;
    (values[i] < 0 ? least : most) += values[i] * (values[i + 1] - 1);
  }
  return low <= least && most <= high;
}

} // namespace warpsmith
