// RUN: %caught
// More arrive at once than a phase has.
#include "../Inputs/tma.h"

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 2);
  // ERROR: mbarrier-too-many-arrivals.cu:{{[0-9]+}}:{{[0-9]+}}: error: arrival of 3 on an mbarrier whose phase needs 2 more [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-mbarrier]
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], 3;" ::"r"(toShared(&full)) : "memory");
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
