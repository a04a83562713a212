// RUN: %caught
// The tile is written by stmatrix, and no fence.proxy.async passes it on to the store.
#include "../Inputs/tma.h"

// Eight rows of 16 bytes, as four matrices: those of the first warp.
__device__ inline void storeMatrices(__half *to, unsigned value) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %1, %1, %1};" ::"r"(
                   toShared(to)),
               "r"(value)
               : "memory");
}

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  storeMatrices(tile + threadIdx.x * 8, threadIdx.x);
  storeMatrices(tile + 64 * 8 + threadIdx.x * 8, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) {
  // ERROR: tma.h:{{[0-9]+}}:{{[0-9]+}}: error: bulk copy: read of 'tile' at byte {{[0-9]+}} by the asynchronous proxy without a fence.proxy.async after the write by thread {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-proxy]
    store(map, 0, 0, tile);
    commitStores();
    waitForStores();
  }
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
