// RUN: %caught
// The box is larger than the array it is loaded to.
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
  if (threadIdx.x == 0) {
    expect(&full, 2 * Bytes);
    load(tile, map, 0, 0, &full);
  }
  // ERROR: tma.h:{{[0-9]+}}:{{[0-9]+}}: error: bulk copy: write of 16 bytes of shared memory beyond {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-out-of-range]
  wait(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  __half *in, *out;
  cudaMalloc(&in, 64 * 64 * sizeof(__half));
  cudaMemset(in, 0, 64 * 64 * sizeof(__half));
  cudaMalloc(&out, 64 * 64 * sizeof(__half));
  const CUtensorMap map = matrixMap(in, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 64, 64, 64, 32,
                                    CU_TENSOR_MAP_SWIZZLE_128B);
  kernel<<<1, 64>>>(map, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
