// RUN: %works
// A kernel that may begin beside the one before it: one thread waits for all, by a barrier.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void first(int *numbers) {
  asm volatile("griddepcontrol.launch_dependents;");
  numbers[threadIdx.x] = threadIdx.x;
}

__global__ void second(const int *numbers, int *out) {
  __shared__ int doubled[64];
  if (threadIdx.x == 0)
    asm volatile("griddepcontrol.wait;" ::: "memory");
  __syncthreads();
  doubled[threadIdx.x] = 2 * numbers[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = doubled[63 - threadIdx.x];
}

int main() {
  int *numbers, *out;
  cudaMallocManaged(&numbers, 64 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  first<<<1, 64>>>(numbers);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64);
  config.attrs = &attribute;
  config.numAttrs = 1;
  if (cudaLaunchKernelEx(&config, second, static_cast<const int *>(numbers), out) != cudaSuccess ||
      cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 64; ++i)
    if (out[i] != 2 * (63 - i)) {
      std::printf("%d is %d\n", i, out[i]);
      return 1;
    }
}
