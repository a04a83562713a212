// RUN: %caught
// The next box is loaded when all have read this one and met at a barrier, but no fence.proxy.async
// says that what they read has arrived.
#include "../Inputs/tma.h"

constexpr int Bytes = 16 * 64 * 2;

__global__ void kernel(const __grid_constant__ CUtensorMap map, __half *out) {
  __shared__ alignas(1024) __half tile[16 * 64];
  __shared__ uint64_t full, second;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialize(&second, 1);
    initialized();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, Bytes);
    load(tile, map, 0, 0, &full);
  }
  wait(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();
  // ERROR: error: bulk copy: write of 'tile' at byte {{[0-9]+}} by the asynchronous proxy without a fence.proxy.async after the read by thread {{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-proxy]
  if (threadIdx.x == 0) {
    expect(&second, Bytes);
    load(tile, map, 0, 16, &second);
  }
  wait(&second, 0);
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
