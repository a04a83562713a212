/// What is checked of indices that are counted together before a rewritten kernel runs.
#pragma once

#include "warpsmith/device/launch_checks.h"

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

/// The same of the indices of steps and those of lines together.
template <int OfSteps, int OfLines>
long long lastOffset(const MovingIndex (&steps)[OfSteps], const MovingIndex (&lines)[OfLines]) {
  const long long step = lastOffset(steps), line = lastOffset(lines);
  return step < 0 || line < 0 || step + line > MostOfGroup ? -1 : step + line;
}

/// True when places in padding, and elements `stride` apart, fit into an int. A place is `first`
/// and what indices of steps and of lines add to it. With `skips` it must be in [0, extent) of some
/// line at each step: one index of lines is enough for that, the others being 0.
template <int OfSteps, int OfLines>
bool placesFit(long long first, const MovingIndex (&steps)[OfSteps],
               const MovingIndex (&lines)[OfLines], long long extent, long long stride,
               bool skips) {
  const long long last = lastOffset({lines[0]});
  return lastOffset(steps, lines) >= 0 && extent > 0 && extent <= MostOfGroup && first <= 0 &&
         (first == 0 || lastOffset({{stride, 1 - first}}) >= 0) &&
         (!skips ||
          (lines[0].stride <= extent && first >= -last && first <= extent - 1 - lastOffset(steps)));
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

} // namespace warpsmith
