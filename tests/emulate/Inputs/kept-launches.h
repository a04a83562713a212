// For programs whose kernels keep their launches: which of them compute tiles, and a result of
// which every bit counts.
#pragma once
#include <cstdio>
#include <vector>

/// What a test puts around the call of `resident`.
__device__ inline bool byTiles(bool tiles) {
  if (tiles && blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y + threadIdx.z == 0)
    printf("by tiles\n");
  return tiles;
}

template <typename Element>
struct Array {
  Element *data;
  std::vector<Element> host;

  /// Thirds, which no format holds exactly.
  explicit Array(int seed, int size = 20000)
      : Array(size, [&](int i) { return Element((i * 37 + seed) % 101 - 50) / Element(3); }) {}
  /// elementAt(i), in the order of i.
  template <typename Function>
  Array(int size, Function elementAt) : host(size) {
    for (int i = 0; i < size; ++i)
      host[i] = elementAt(i);
    cudaMalloc(&data, size * sizeof(Element));
    cudaMemcpy(data, host.data(), size * sizeof(Element), cudaMemcpyHostToDevice);
  }
  void print(const char *name) {
    const cudaError_t status = cudaDeviceSynchronize();
    cudaMemcpy(host.data(), data, host.size() * sizeof(Element), cudaMemcpyDeviceToHost);
    unsigned long long hash = 14695981039346656037u;
    for (size_t i = 0; i < host.size() * sizeof(Element); ++i)
      hash = (hash ^ reinterpret_cast<unsigned char *>(host.data())[i]) * 1099511628211u;
    std::printf("%s: %s %016llx\n", name, cudaGetErrorString(status), hash);
    std::fflush(stdout);
  }
};

/// A thread for each element of C, of each product of a batch.
inline dim3 gridOf(int m, int n, dim3 block, int products = 1) {
  return dim3((n + block.x - 1) / block.x, (m + block.y - 1) / block.y, products);
}
