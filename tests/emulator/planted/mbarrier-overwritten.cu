// RUN: %caught
// The memory of a barrier is used for something else, without mbarrier.inval.
#include "../Inputs/tma.h"

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialized();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    arrive(&full);
    wait(&full, 0);
  // ERROR: mbarrier-overwritten.cu:[[@LINE+1]]:{{[0-9]+}}: error: write of 'full' at byte 0, which is an mbarrier until mbarrier.inval says that it is none [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-mbarrier]
    full = 0;
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
