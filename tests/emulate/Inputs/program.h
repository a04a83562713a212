// For whole programs: arrays of random numbers, and a result of which every bit is printed.
#pragma once
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int Rows = 45, Columns = 37, Steps = 29; // of C, and of the sum
constexpr size_t Elements = 200000;                // of every array

template <typename Element>
Element *randomArray(unsigned state) {
  std::vector<Element> values(Elements);
  for (Element &value : values) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    value = Element(static_cast<float>(static_cast<int>(state)) * 0x1p-31f);
  }
  Element *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Element));
  cudaMemcpy(array, values.data(), Elements * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

template <typename Element>
void printArray(const Element *array) {
  const cudaError_t status = cudaDeviceSynchronize();
  std::vector<Element> values(Elements);
  cudaMemcpy(values.data(), array, Elements * sizeof(Element), cudaMemcpyDeviceToHost);
  std::printf("%s\n", cudaGetErrorString(status));
  for (const Element &value : values) {
    unsigned char bytes[sizeof(Element)];
    std::memcpy(bytes, &value, sizeof(Element));
    for (const unsigned char byte : bytes)
      std::printf("%02x", byte);
    std::printf("\n");
  }
}
