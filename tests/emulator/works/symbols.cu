// RUN: %works
// __device__ and __constant__ variables, managed memory, atomics, device functions.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                                \
  if (cudaError_t error = (call); error != cudaSuccess) {                                          \
    std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                             \
    std::exit(1);                                                                                  \
  }
__constant__ float coefficients[4];
__constant__ int table[4] = {1, 2, 3, 4};
__device__ int total;
__device__ float grid[2][2] = {{1, 2}, {3, 4}};
__managed__ int managed = 3;

__device__ __forceinline__ float apply(float x) {
  return ((coefficients[3] * x + coefficients[2]) * x + coefficients[1]) * x + coefficients[0];
}
__host__ __device__ constexpr int square(int x) {
  return x * x;
}

__global__ void kernel(float *out) {
  atomicAdd(&total, table[threadIdx.x % 4] + managed);
  out[threadIdx.x] = apply(threadIdx.x) + grid[1][1] + square(2);
}
__global__ void histogram(const int *values, int count, unsigned *bins) {
  __shared__ unsigned own[8];
  if (threadIdx.x < 8)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i] & 7], 1u);
  __syncthreads();
  if (threadIdx.x < 8)
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__device__ int lock;
__device__ int guarded;
__global__ void critical() {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    guarded = guarded + 1;
    __threadfence();
    atomicExch(&lock, 0);
  }
}

int main() {
  const float values[4] = {1, 2, 0, 1};
  CHECK(cudaMemcpyToSymbol(coefficients, values, sizeof values));
  float *out, host[32];
  CHECK(cudaMalloc(&out, sizeof host));
  kernel<<<1, 32>>>(out);
  CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i)
    if (host[i] != i * i * i + 2 * i + 1 + 8)
      return std::printf("%d: %g\n", i, host[i]), 1;
  int sum = 0;
  CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  if (sum != 8 * 10 + 32 * 3)
    return std::printf("total %d\n", sum), 1;
  void *address = nullptr;
  CHECK(cudaGetSymbolAddress(&address, total));
  CHECK(cudaMemset(address, 0, sizeof(int)));
  CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
  if (sum != 0)
    return 1;

  int *data;
  unsigned *bins;
  CHECK(cudaMallocManaged(&data, 1000 * sizeof(int)));
  CHECK(cudaMallocManaged(&bins, 8 * sizeof(unsigned)));
  for (int i = 0; i < 1000; ++i)
    data[i] = i;
  for (int i = 0; i < 8; ++i)
    bins[i] = 0;
  histogram<<<3, 64>>>(data, 1000, bins);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i)
    if (bins[i] != 125)
      return std::printf("bin %d: %u\n", i, bins[i]), 1;
  critical<<<5, 64>>>();
  CHECK(cudaMemcpyFromSymbol(&sum, guarded, sizeof sum));
  return sum == 5 ? 0 : 1;
}
