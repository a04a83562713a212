/// What is checked of indices that are counted together before a rewritten kernel runs.
#pragma once

namespace warpsmith {

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

/// True when for each value of the steps a line has its place in [0, extent). A place is `first`
/// and what the steps and the line add to it. Indices are those that lastOffset() takes.
template <int Count>
bool stepsAreReached(long long first, const MovingIndex (&steps)[Count], const MovingIndex &line,
                     long long extent) {
  const long long last = lastOffset({line});
  return last >= 0 && line.stride <= extent && first >= -last &&
         first <= extent - 1 - lastOffset(steps);
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

/// True when places in padding, from `first` on, and elements `stride` apart fit into an int.
template <int Count>
bool placesFit(long long first, const MovingIndex (&indices)[Count], long long extent,
               long long stride) {
  return lastOffset(indices) >= 0 && extent > 0 && extent <= MostOfGroup && first <= 0 &&
         (first == 0 || lastOffset({{stride, 1 - first}}) >= 0);
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

} // namespace warpsmith
