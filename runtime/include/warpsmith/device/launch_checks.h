/// What is checked before a rewritten kernel runs: of a launch, on the host or in a kernel that
/// keeps its launches; of indices that are counted together; and of launches that one launch may
/// take the place of.
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
/// in 16-byte vectors, and in runs of Least elements.
template <int Least = 1, typename Element>
__host__ __device__ bool vectorizable(const Element *matrix, long long columns,
                                      long long leadingDimension) {
  constexpr long long Vector = 16 / sizeof(Element), Width = Vector < Least ? Least : Vector;
  return reinterpret_cast<unsigned long long>(matrix) % 16 == 0 && columns % Width == 0 &&
         leadingDimension % Width == 0;
}

/// True when the products of a batch, each of which begins `stride` elements behind the one before
/// it, store no element twice: rows of `columns` elements are `leading` apart, and another product
/// lies behind all of them, or between them.
__host__ __device__ inline bool productsApart(long long stride, long long products,
                                              long long leading, long long rows,
                                              long long columns) {
  return stride > 0 && stride >= columns &&
         (stride >= (rows - 1) * leading + columns || products - 1 <= (leading - columns) / stride);
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

/// True when the product of whole numbers, of at most 64 bits each, is one of 62 bits.
template <typename... Factors>
__host__ __device__ bool productFits(Factors... factors) {
  constexpr double Most = 4611686018427387904.0; // 2^62
  const double values[] = {(double)factors...};
  double product = 1;
  for (const double value : values)
    product *= value < 0 ? -value : value;
  return product < Most;
}

/// What 32-bit numbers hold, and a tile more.
constexpr long long MostOfGroup = 0x7fffffff - 8192;

/// An index that moves an access on by so many elements, and how many values it has.
struct MovingIndex {
  long long stride, extent;
};

/// How many values indices have together; 0 where one has none, or all have too many.
template <int Count>
long long countOf(const long long (&extents)[Count]) {
  long long count = 1;
  for (const long long extent : extents) {
    if (extent < 1 || extent > MostOfGroup / count)
      return 0;
    count *= extent;
  }
  return count;
}

/// How far the last element that indices reach lies behind the first; -1 where that is too far, or
/// an index moves backwards or has no values.
template <int Count>
long long lastOffset(const MovingIndex (&indices)[Count]) {
  long long last = 0;
  for (const MovingIndex &index : indices) {
    if (index.stride < 0 || index.extent < 1 ||
        (index.extent > 1 && index.stride > (MostOfGroup - last) / (index.extent - 1)))
      return -1;
    last += index.stride * (index.extent - 1);
  }
  return last;
}

/// The same of the indices of steps and those of lines together.
template <int OfSteps, int OfLines>
long long lastOffset(const MovingIndex (&steps)[OfSteps], const MovingIndex (&lines)[OfLines]) {
  const long long step = lastOffset(steps), line = lastOffset(lines);
  return step < 0 || line < 0 || step + line > MostOfGroup ? -1 : step + line;
}

/// True when places in padding, and elements `stride` apart, fit into an int. A place is `first`
/// and what indices of steps, which may run backwards, and of lines add to it. With `skips` it must
/// be in [0, extent) of some line at each step: one index of lines is enough for that, the others
/// being 0.
template <int OfSteps, int OfLines>
bool placesFit(long long first, const MovingIndex (&steps)[OfSteps],
               const MovingIndex (&lines)[OfLines], long long extent, long long stride,
               bool skips) {
  long long least = 0, most = 0; // that steps add
  for (const MovingIndex &step : steps) {
    const bool backwards = step.stride < 0;
    const long long moved = lastOffset({{backwards ? -step.stride : step.stride, step.extent}});
    if (moved < 0 || most - least > MostOfGroup)
      return false;
    (backwards ? least : most) += backwards ? -moved : moved;
  }
  const long long far = first < 0 ? -first : first;
  const long long line = lastOffset({lines[0]}), lastLine = lastOffset(lines);
  return lastLine >= 0 && far <= MostOfGroup && far + most - least + lastLine <= MostOfGroup &&
         extent > 0 && extent <= MostOfGroup + least && lastOffset({{stride, 1 + far}}) >= 0 &&
         (!skips ||
          (lines[0].stride <= extent && first + least >= -line && first + most <= extent - 1));
}

/// True when an array can be read in vectors of 16 bytes from each element on that all numbers but
/// multiples of them lead to.
template <typename Element, int Count>
bool areVectors(const Element *array, const long long (&numbers)[Count]) {
  constexpr long long Width = 16 / sizeof(Element);
  bool all = reinterpret_cast<unsigned long long>(array) % 16 == 0;
  for (const long long number : numbers)
    all = all && number % Width == 0;
  return all;
}

/// True when all places are in [0, extent). Indices are those that lastOffset() takes.
template <int Count>
bool staysInside(long long first, const MovingIndex (&indices)[Count], long long extent) {
  const long long last = lastOffset(indices);
  return first >= 0 && last >= 0 && first + last < extent;
}

/// True when indices, outermost first, reach each element once: each moves on by more than what
/// those inside of it reach.
template <int Count>
bool isDistinct(const MovingIndex (&indices)[Count]) {
  long long inside = 0;
  for (int at = Count; at-- > 0;) {
    const MovingIndex &index = indices[at];
    if (index.extent > 1 && index.stride <= inside)
      return false;
    inside += index.extent > 1 ? index.stride * (index.extent - 1) : 0;
  }
  return true;
}

/// True when two arrays do not overlap, of which the last elements lie so far behind the first.
template <typename First, typename Second>
bool areApart(const First *first, long long lastOfFirst, const Second *second,
              long long lastOfSecond) {
  return disjoint(first, (lastOfFirst + 1) * (long long)sizeof(First), second,
                  (lastOfSecond + 1) * (long long)sizeof(Second));
}

/// Bytes that a product reads or writes.
struct Range {
  const void *first;
  long long bytes;
};

/// A launch that has yet to be made. `prepare(product, device)` is false where the rewritten kernel
/// cannot take it, else it fills what that kernel is given; `launch()` makes the launch by itself.
template <typename Prepare, typename Launch>
struct PendingLaunch {
  cudaStream_t stream;
  Prepare prepare;
  Launch launch;
};
template <typename Prepare, typename Launch>
PendingLaunch<Prepare, Launch> pendingLaunch(cudaStream_t stream, Prepare prepare, Launch launch) {
  return {stream, prepare, launch};
}

/// True when no product reads or writes what another one writes.
template <typename Product, int Count>
bool independent(const Product (&products)[Count]) {
  for (int one = 0; one < Count; ++one)
    for (int other = 0; other < Count; ++other) {
      if (one == other)
        continue;
      const Range &written = products[one].written;
      const Range &also = products[other].written;
      if (!disjoint(written.first, written.bytes, also.first, also.bytes))
        return false;
      for (const Range &read : products[other].read)
        if (!disjoint(written.first, written.bytes, read.first, read.bytes))
          return false;
    }
  return true;
}

} // namespace warpsmith
