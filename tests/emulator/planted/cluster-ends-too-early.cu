// RUN: %caught
// No barrier keeps a block from ending while the other one still reads its numbers.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(float *out) {
  __shared__ float numbers[32];
  const uint32_t rank = clusterRank();
  numbers[threadIdx.x] = rank;
  clusterArrive();
  clusterWait();
  // ERROR: error: {{(the block ends while thread .* of block [01] of its cluster may still use its shared memory: no barrier tells it when that is done)|(access to the shared memory of block [01] of the cluster, which has ended)}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-cluster]
  out[blockIdx.x * 32 + threadIdx.x] = loadRemote(mapped(&numbers[threadIdx.x], rank ^ 1));
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemset(out, 0, 4096 * sizeof(float));
  kernel<<<4, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
