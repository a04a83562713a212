// For whole programs: arrays of small whole numbers, of which every type holds sums without
// rounding.
#pragma once
#include <cstdio>
#include <vector>

/// From -4 to 3.
template <typename Element>
Element *wholeNumbers(size_t count, unsigned state) {
  std::vector<Element> values(count);
  for (Element &value : values) {
    state = state * 1664525u + 1013904223u;
    value = Element(static_cast<float>(static_cast<int>(state >> 29) - 4));
  }
  Element *array = nullptr;
  cudaMalloc(&array, count * sizeof(Element));
  cudaMemcpy(array, values.data(), count * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

/// The sum, and one that tells where an element stands.
template <typename Element>
void print(const char *name, const Element *array, size_t count) {
  std::vector<Element> values(count);
  cudaMemcpy(values.data(), array, count * sizeof(Element), cudaMemcpyDeviceToHost);
  double sum = 0, weighted = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += static_cast<float>(values[i]);
    weighted += static_cast<float>(values[i]) * static_cast<double>(i % 1009);
  }
  std::printf("%s %.0f %.0f\n", name, sum, weighted);
}
