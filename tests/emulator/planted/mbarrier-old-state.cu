// RUN: %caught
// The state is of two phases before.
#include "../Inputs/tma.h"

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    uint64_t state, later;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(toShared(&full)));
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(later) : "r"(toShared(&full)));
    uint32_t done;
  // ERROR: mbarrier-old-state.cu:{{[0-9]+}}:{{[0-9]+}}: error: the state is of phase 0 of the mbarrier, which is in phase 2: a wait is for the current phase or the one before it [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-mbarrier]
    asm volatile("{ .reg .pred p;\n"
                 "mbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n"
                 "selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(toShared(&full)), "l"(state));
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
