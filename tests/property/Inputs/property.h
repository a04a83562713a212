// For the programs that tests/property writes: random arrays, and a digest of an array.
#pragma once
#include <cstdio>
#include <cstring>
#include <cuComplex.h>
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

/// Pairs of numbers, half as many.
template <>
inline float2 *randomArray<float2>(unsigned state) {
  return reinterpret_cast<float2 *>(randomArray<float>(state));
}
template <>
inline double2 *randomArray<double2>(unsigned state) {
  return reinterpret_cast<double2 *>(randomArray<double>(state));
}

/// cuCmul, with the products that are contracted in so many words: the emulator contracts others of
/// doubles than nvcc does.
__device__ inline double2 multiplied(double2 x, double2 y) {
  return make_double2(fma(x.x, y.x, -__dmul_rn(x.y, y.y)), fma(x.x, y.y, __dmul_rn(x.y, y.x)));
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
