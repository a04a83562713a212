// For whole programs: arrays of small whole numbers, of which every type holds sums without
// rounding.
#pragma once
#include "host-array.h"
#include <cstdio>

/// From -4 to 3.
template <typename Element>
UNCHECKED Element *wholeNumbers(size_t count, unsigned state) {
  const HostArray<Element> values(count);
  Element *const elements = values.elements;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    elements[i] = Element(static_cast<float>(static_cast<int>(state >> 29) - 4));
  }
  return values.upload();
}

/// The sum, and one that tells where an element stands.
template <typename Element>
void print(const char *name, const Element *array, size_t count) {
  HostArray<Element> values(count);
  values.download(array);
  double sum = 0, weighted = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += static_cast<float>(values[i]);
    weighted += static_cast<float>(values[i]) * static_cast<double>(i % 1009);
  }
  std::printf("%s %.0f %.0f\n", name, sum, weighted);
}
