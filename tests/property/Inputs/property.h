// For the programs that tests/property writes: random arrays, and a digest of an array.
#pragma once
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <vector>

#define AT(row, column, ld) ((row) * (ld) + (column))

constexpr size_t Elements = 6000; // of every array

template <typename Element>
Element *randomArray(unsigned state) {
  std::vector<Element> values(Elements);
  for (Element &value : values) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    // Integers among them are small, so that no sum of theirs overflows.
    value = Element(static_cast<float>(static_cast<int>(state % 2000001) - 1000000) * 7e-6f);
  }
  Element *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Element));
  cudaMemcpy(array, values.data(), Elements * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

/// Prints a digest of all bits of an array, and of another that must not change.
template <typename Element, typename Input>
void report(int number, const Element *array, const Input *input) {
  const cudaError_t status = cudaDeviceSynchronize();
  unsigned long long digest = 14695981039346656037ull;
  const auto add = [&](const void *from, size_t bytes) {
    std::vector<unsigned char> copy(bytes);
    cudaMemcpy(copy.data(), from, bytes, cudaMemcpyDeviceToHost);
    for (const unsigned char byte : copy)
      digest = (digest ^ byte) * 1099511628211ull;
  };
  add(array, Elements * sizeof(Element));
  add(input, Elements * sizeof(Input));
  std::printf("%d %016llx %s\n", number, digest, cudaGetErrorString(status));
}
