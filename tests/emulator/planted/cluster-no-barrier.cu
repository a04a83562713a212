// RUN: %caught
// The other block's numbers are read without a barrier after they have been written.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(float *out) {
  __shared__ float numbers[32];
  const uint32_t rank = clusterRank();
  numbers[threadIdx.x] = rank;
  // ERROR: cluster.h:{{[0-9]+}}:{{[0-9]+}}: error: read of {{(dynamic shared memory|shared memory|'numbers') at byte [0-9]+(, which no thread has written| without a barrier after the write by thread .*)|16 bytes|4 bytes .*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-{{race|uninitialised|out-of-range}}]
  out[blockIdx.x * 32 + threadIdx.x] = loadRemote(mapped(&numbers[threadIdx.x], rank ^ 1));
  clusterArrive();
  clusterWait();
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemset(out, 0, 4096 * sizeof(float));
  kernel<<<4, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
