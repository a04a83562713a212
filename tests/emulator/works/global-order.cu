// RUN: %works
// Accesses of several threads to the same global memory that something orders: none is a race.
#include <cstdio>
#include <cuda_fp16.h>

constexpr int Blocks = 6, Threads = 96;

// Barriers of the block and of a warp.
__global__ void barriers(int *data) {
  int *own = data + blockIdx.x * Threads;
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = own[Threads - 1 - threadIdx.x];
  __syncthreads();
  own[threadIdx.x] = other;
  __syncwarp();
  const int neighbour = own[threadIdx.x ^ 1];
  __syncwarp();
  own[threadIdx.x] = neighbour;
}

// Neighbours within a word, and elements of other sizes in the same memory.
__global__ void halves(__half *data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = __int2half_rn(i % 1000);
  __syncthreads();
  if (threadIdx.x % 8 == 0)
    *reinterpret_cast<float4 *>(data + i) = float4{0, 0, 0, 0};
}

// Atomic operations of all threads on one address.
__global__ void histogram(const int *data, int *bins) {
  atomicAdd(&bins[data[blockIdx.x * blockDim.x + threadIdx.x] % 4], 1);
}

// The last block to come adds up what each has written before its fence; the fence may stand before
// the block's barrier or after it.
__global__ void lastBlock(int *parts, unsigned *count, int *result, bool fenceFirst) {
  __shared__ bool last;
  int *own = parts + blockIdx.x * blockDim.x;
  own[threadIdx.x] = threadIdx.x;
  if (fenceFirst)
    __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    if (!fenceFirst)
      __threadfence();
    last = atomicAdd(count, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < 32)
    for (int i = threadIdx.x; i < Blocks * Threads; i += 32)
      atomicAdd(result, parts[i]);
}

int main() {
  int *data, *bins, *parts, *result;
  __half *halfData;
  unsigned *count;
  cudaMalloc(&data, Blocks * Threads * sizeof(int));
  cudaMalloc(&halfData, Blocks * Threads * sizeof(__half));
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMalloc(&parts, Blocks * Threads * sizeof(int));
  cudaMalloc(&result, 2 * sizeof(int));
  cudaMalloc(&count, 2 * sizeof(unsigned));
  cudaMemset(bins, 0, 4 * sizeof(int));
  cudaMemset(result, 0, 2 * sizeof(int));
  cudaMemset(count, 0, 2 * sizeof(unsigned));
  barriers<<<Blocks, Threads>>>(data);
  barriers<<<Blocks, Threads>>>(data); // another launch comes after this one
  halves<<<Blocks, Threads>>>(halfData);
  histogram<<<Blocks, Threads>>>(data, bins);
  lastBlock<<<Blocks, Threads>>>(parts, count, result, false);
  lastBlock<<<Blocks, Threads>>>(parts, count + 1, result + 1, true);
  int results[2], binned[4];
  cudaMemcpy(results, result, sizeof results, cudaMemcpyDeviceToHost);
  const cudaError_t status = cudaMemcpy(binned, bins, sizeof binned, cudaMemcpyDeviceToHost);
  const int sum = Blocks * Threads * (Threads - 1) / 2;
  const bool right = results[0] == sum && results[1] == sum &&
                     binned[0] + binned[1] + binned[2] + binned[3] == Blocks * Threads;
  if (!right)
    std::printf("%d %d: %s\n", results[0], results[1], cudaGetErrorString(status));
  return right && status == cudaSuccess ? 0 : 1;
}
