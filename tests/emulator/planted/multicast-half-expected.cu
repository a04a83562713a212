// RUN: %caught
// Each block expects its own half, and both halves come.
#include "../Inputs/cluster.h"

__global__ void __cluster_dims__(2, 1, 1) kernel(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ alignas(1024) float tile[16 * 32];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialized();
  }
  const uint32_t rank = clusterRank();
  clusterArrive();
  clusterWait();
  if (threadIdx.x == 0) {
    expect(&full, 8 * 32 * 4);
    loadMulticast(tile + rank * 8 * 32, map, 0, 0, &full, 3);
  }
  // ERROR: error: {{(bulk copies bring 2048 bytes to an mbarrier whose phase expects 1024)|(bulk copies bring 1024 bytes to an mbarrier whose phase expects 0)|(bulk copy: .*)|(the phase of the mbarrier completes .*)|(read of 'tile' .*)}} [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-{{mbarrier|bulk-copy|uninitialised|asynchronous-copy}}]
  waitCluster(&full, 0);
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
  clusterArrive();
  clusterWait();
}

int main() {
  float *out;
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMemset(out, 0, 4096 * sizeof(float));
  const CUtensorMap map = matrixMap(out, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 32, 64, 32, 8,
                                    CU_TENSOR_MAP_SWIZZLE_128B);
  kernel<<<4, 32>>>(map, out + 2048);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
