// RUN: %caught
// The wait leaves the last store under way.
#include "../Inputs/tma.h"

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  for (int i = threadIdx.x; i < 16 * 64; i += blockDim.x)
    tile[i] = __float2half(i);
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(map, 0, 0, tile);
    commitStores();
    asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
  }
  __syncthreads();
  // ERROR: error: {{write of 'tile' at byte [0-9]+ without a barrier after the read by a bulk store of thread .*|bulk copy: read of 'tile' at byte [0-9]+ without a barrier after the write by thread .*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
  tile[threadIdx.x] = __float2half(0);
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
