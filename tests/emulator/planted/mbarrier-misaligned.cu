// RUN: %caught
// A barrier at an address that is not a multiple of 8.
#include "../Inputs/tma.h"

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(8) uint32_t words[4];
  if (threadIdx.x == 0)
  // ERROR: tma.h:{{[0-9]+}}:{{[0-9]+}}: error: mbarrier at an address that is not 8-byte aligned shared memory [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-mbarrier]
    initialize(reinterpret_cast<uint64_t *>(words + 1), 1);
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
