// RUN: %caught
// The next box is loaded to where the store may still read.
#include "../Inputs/tma.h"

constexpr int Bytes = 16 * 64 * 2;

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialized();
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x)
    tile[i] = __float2half(i);
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(map, 0, 0, tile);
    commitStores();
    expect(&full, Bytes);
    load(tile, map, 0, 16, &full);
  }
  wait(&full, 0);
  // ERROR: tma.h:{{[0-9]+}}:{{[0-9]+}}: error: bulk copy: read of 'tile' at byte {{[0-9]+}} without a barrier after the write by the bulk copies that signal the mbarrier 'full' at byte 0 [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
  if (threadIdx.x == 0)
    waitForStores();
}

int main() {
  __half *in, *out;
  cudaMalloc(&in, 64 * 64 * sizeof(__half));
  cudaMemset(in, 0, 64 * 64 * sizeof(__half));
  cudaMalloc(&out, 64 * 64 * sizeof(__half));
  const CUtensorMap map = matrixMap(in, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 64, 64, 64, 16,
                                    CU_TENSOR_MAP_SWIZZLE_128B);
  kernel<<<1, 64>>>(map, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
