// RUN: %works
// What makes an mbarrier's initialisation visible, to threads, to the cluster and to copies; and an
// mbarrier whose memory is used again.
#include "../Inputs/cluster.h"

__device__ inline void invalidate(uint64_t *barrier) {
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(toShared(barrier)) : "memory");
}

// The fence and a relaxed arrival at the cluster's barrier.
__global__ void __cluster_dims__(2, 1, 1) relaxed(float *out) {
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initialize(&full, 1);
    initialized();
  }
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
  clusterWait();
  if (threadIdx.x == 0)
    arriveRemote(mapped(&full, clusterRank() ^ 1));
  waitCluster(&full, 0);
  out[blockIdx.x * 32 + threadIdx.x] = 1;
  clusterArrive();
  clusterWait();
}

// fence.proxy.async for a copy, __syncthreads() alone for threads; then other uses of the memory.
__global__ void reused(const float *in, float *out) {
  __shared__ alignas(128) float tile[64];
  __shared__ uint64_t barrier;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) {
      initialize(&barrier, 1);
      proxyFence();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      expect(&barrier, sizeof tile);
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                   "%2, [%3];" ::"r"(toShared(tile)),
                   "l"(in), "r"(static_cast<uint32_t>(sizeof tile)), "r"(toShared(&barrier))
                   : "memory");
    }
    wait(&barrier, 0);
    const float value = tile[threadIdx.x];
    proxyFence(); // before the next round's copy
    __syncthreads();
    if (threadIdx.x == 0) {
      invalidate(&barrier);
      initialize(&barrier, 64);
    }
    __syncthreads();
    arrive(&barrier);
    wait(&barrier, 0);
    __syncthreads();
    if (threadIdx.x == 0) {
      invalidate(&barrier);
      barrier = 7;
    }
    __syncthreads();
    out[threadIdx.x] = value + barrier;
    __syncthreads();
  }
}

int main() {
  float *in, *out;
  cudaMallocManaged(&in, 64 * sizeof(float));
  cudaMallocManaged(&out, 128 * sizeof(float));
  for (int i = 0; i < 64; ++i)
    in[i] = i;
  relaxed<<<4, 32>>>(out);
  reused<<<1, 64>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 64; ++i)
    if (out[i] != i + 7)
      return 2;
  return 0;
}
