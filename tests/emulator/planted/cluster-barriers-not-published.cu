// RUN: %caught
// A relaxed arrival does not tell the cluster of the mbarrier; fence.mbarrier_init before it would.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0)
    initialize(&full, 1);
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  clusterWait();
  if (threadIdx.x == 0)
  // ERROR: cluster.h:{{[0-9]+}}:{{[0-9]+}}: error: mbarrier: read of 'full' at byte 0 without a barrier after the write by the mbarrier.init of thread (0,0,0) of block {{[01]}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-race]
    arriveRemote(mapped(&full, clusterRank() ^ 1));
  waitCluster(&full, 0);
  out[blockIdx.x * 32 + threadIdx.x] = 1;
  clusterArrive();
  clusterWait();
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<4, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
