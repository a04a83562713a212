// RUN: %caught
// Bulk copies move multiples of 16 bytes.
#include "../Inputs/tma.h"

__device__ inline void storeBytes(void *to, const void *from, uint32_t bytes) {
  // ERROR: bulk-misaligned.cu:[[@LINE+1]]:{{[0-9]+}}: error: bulk copy: addresses and size must be multiples of 16 [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-misaligned]
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
               "r"(toShared(from)), "r"(bytes)
               : "memory");
}

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x)
    tile[i] = __float2half(i);
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    storeBytes(out + 4, tile, 1024);
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
