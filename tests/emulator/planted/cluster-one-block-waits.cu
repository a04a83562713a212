// RUN: %caught
// One block leaves the barrier out, and waits elsewhere.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(float *out) {
  const uint32_t rank = clusterRank();
  __shared__ uint64_t never;
  if (rank == 0) {
    // ERROR: error: deadlock: {{.*}}32 threads wait at {{.*}}: the cluster's barrier{{.*}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-deadlock]
    clusterArrive();
    clusterWait();
  } else {
    if (threadIdx.x == 0)
      initialize(&never, 1);
    __syncthreads();
    wait(&never, 0);
  }
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemset(out, 0, 4096 * sizeof(float));
  kernel<<<4, 32>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
