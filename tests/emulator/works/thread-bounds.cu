// RUN: warpsmith-emulate %s -o %t -- && %t | FileCheck %s
// __launch_bounds__ bounds a block, of a template's instance by its arguments.
#include <cstdio>
#include <cuda_runtime.h>

struct Small {
  static constexpr int Threads = 64;
};
struct Large {
  static constexpr int Threads = 256;
};
template <typename Tile, bool Empty>
__global__ void __launch_bounds__(Empty ? 1 : Tile::Threads, 1) bounded(int *result) {
  atomicAdd(result, 1);
}
__global__ void __launch_bounds__(32) plain(int *result) {
  atomicAdd(result, 1);
}
__global__ void unbounded(int *result) {
  atomicAdd(result, 1);
}

template <typename Kernel>
void launch(const char *name, Kernel *kernel, int threads) {
  int *result = nullptr, sum = 0;
  cudaMalloc(&result, sizeof(int));
  cudaMemset(result, 0, sizeof(int));
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel));
  kernel<<<1, threads>>>(result);
  const cudaError_t error = cudaGetLastError();
  cudaMemcpy(&sum, result, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%s: at most %d, %d ran: %s\n", name, attributes.maxThreadsPerBlock, sum,
              cudaGetErrorName(error));
  cudaFree(result);
}

int main() {
  // CHECK: small: at most 64, 64 ran: cudaSuccess
  launch("small", bounded<Small, false>, 64);
  // CHECK: small: at most 64, 0 ran: cudaErrorInvalidValue
  launch("small", bounded<Small, false>, 65);
  // CHECK: large: at most 256, 256 ran: cudaSuccess
  launch("large", bounded<Large, false>, 256);
  // CHECK: empty: at most 1, 0 ran: cudaErrorInvalidValue
  launch("empty", bounded<Large, true>, 256);
  // CHECK: plain: at most 32, 0 ran: cudaErrorInvalidValue
  launch("plain", plain, 64);
  // CHECK: unbounded: at most 1024, 1024 ran: cudaSuccess
  launch("unbounded", unbounded, 1024);
}
