// RUN: %caught
// The barrier ends while another thread may still wait for it.
#include "../Inputs/tma.h"

__device__ inline void invalidate(uint64_t *barrier) {
  // ERROR: error: {{mbarrier: write of 'full' at byte 0 without a barrier after the read by thread .*|mbarrier that has not been initialised}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-{{race|mbarrier}}]
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(toShared(barrier)) : "memory");
}

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0)
    initialize(&full, 64);
  __syncthreads();
  arrive(&full);
  if (threadIdx.x == 0) {
    wait(&full, 0);
    invalidate(&full);
  } else if (threadIdx.x == 1) {
    wait(&full, 0);
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
