// RUN: %caught
// The fence comes before the initialisation.
#include "../Inputs/tma.h"

constexpr int Bytes = 16 * 64 * 2;

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialized();
    initialize(&full, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, Bytes);
  // ERROR: tma.h:{{[0-9]+}}:{{[0-9]+}}: error: bulk copy: it signals an mbarrier without a fence.mbarrier_init or fence.proxy.async after the mbarrier.init of thread (0,0,0) (PTX ISA, "Async proxy") [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-proxy]
    load(tile, map, 0, 0, &full);
  }
  wait(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
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
