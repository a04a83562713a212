// RUN: %works
// Memory from pools in stream order.
#include <cstdint>
#include <cuda_runtime.h>

__global__ void fill(int *data, int value) {
  data[threadIdx.x] = value + threadIdx.x;
}

int main() {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, first;
  if (cudaMemPoolCreate(&pool, &properties) != cudaSuccess ||
      cudaDeviceGetDefaultMemPool(&first, 0) != cudaSuccess || pool == first)
    return 1;
  uint64_t threshold = ~uint64_t(0), read = 0;
  if (cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) != cudaSuccess ||
      cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read) != cudaSuccess ||
      read != threshold)
    return 2;
  int reuse = 0;
  if (cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse) != cudaSuccess ||
      reuse != 1)
    return 3;
  int *data, back[32];
  if (cudaMallocFromPoolAsync(&data, sizeof back, pool, cudaStream_t()) != cudaSuccess)
    return 4;
  fill<<<1, 32>>>(data, 5);
  cudaMemcpyAsync(back, data, sizeof back, cudaMemcpyDeviceToHost);
  cudaFreeAsync(data, cudaStream_t());
  if (cudaDeviceSynchronize() != cudaSuccess || back[31] != 36)
    return 5;
  if (cudaMemPoolDestroy(pool) != cudaSuccess ||
      cudaMallocFromPoolAsync(&data, 4, pool, cudaStream_t()) == cudaSuccess ||
      cudaMemPoolDestroy(first) == cudaSuccess)
    return 6;
  properties.location.id = 7;
  return cudaMemPoolCreate(&pool, &properties) == cudaSuccess;
}
