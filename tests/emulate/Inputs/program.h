// For whole programs: arrays of random numbers, and a result of which every bit is printed.
#pragma once
#include "host-array.h"
#include <cstdio>

constexpr int Rows = 45, Columns = 37, Steps = 29; // of C, and of the sum
constexpr size_t Elements = 200000;                // of every array

template <typename Element>
UNCHECKED Element *randomArray(unsigned state) {
  const HostArray<Element> values(Elements);
  Element *const elements = values.elements;
  for (size_t i = 0; i < Elements; ++i) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    elements[i] = Element(static_cast<float>(static_cast<int>(state)) * 0x1p-31f);
  }
  return values.upload();
}

/// In hexadecimal digits, one line for so many bytes.
UNCHECKED inline void printBytes(const unsigned char *bytes, size_t perLine, size_t lines) {
  char *const text = static_cast<char *>(std::malloc((2 * perLine + 1) * lines)), *end = text;
  for (size_t line = 0; line < lines; ++line) {
    for (size_t byte = 0; byte < perLine; ++byte, ++bytes) {
      *end++ = "0123456789abcdef"[*bytes >> 4];
      *end++ = "0123456789abcdef"[*bytes & 15];
    }
    *end++ = '\n';
  }
  std::fwrite(text, 1, end - text, stdout);
  std::free(text);
}

template <typename Element>
void printArray(const Element *array) {
  const cudaError_t status = cudaDeviceSynchronize();
  HostArray<Element> values(Elements);
  values.download(array);
  std::printf("%s\n", cudaGetErrorString(status));
  printBytes(reinterpret_cast<const unsigned char *>(values.elements), sizeof(Element), Elements);
}
