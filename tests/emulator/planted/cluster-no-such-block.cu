// RUN: %caught
// A rank that the cluster does not have.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(float *out) {
  __shared__ float numbers[32];
  const uint32_t rank = clusterRank();
  numbers[threadIdx.x] = rank;
  clusterArrive();
  clusterWait();
  // ERROR: cluster.h:{{[0-9]+}}:{{[0-9]+}}: error: mapa to block 2 of a cluster of 2 [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-cluster]
  out[blockIdx.x * 32 + threadIdx.x] = loadRemote(mapped(&numbers[threadIdx.x], rank + 1 + (rank == 0)));
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
