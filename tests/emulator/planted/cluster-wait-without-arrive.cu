// RUN: %caught
// The wait has no arrival before it.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(float *out) {
  const uint32_t rank = clusterRank();
  // ERROR: cluster.h:{{[0-9]+}}:{{[0-9]+}}: error: barrier.cluster.wait without a barrier.cluster.arrive before [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-barrier]
  clusterWait();
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemset(out, 0, 4096 * sizeof(float));
  kernel<<<4, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
