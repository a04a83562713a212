// RUN: %caught
// The kernel may begin beside the one before it, and reads what that one writes before it waits.
#include <cuda_runtime.h>

__global__ void first(float *numbers) {
  asm volatile("griddepcontrol.launch_dependents;");
  numbers[threadIdx.x] = threadIdx.x;
}

__global__ void second(const float *numbers, float *out) {
  // ERROR: dependent-read-before-wait.cu:[[@LINE+1]]:{{[0-9]+}}: error: read from global memory before griddepcontrol.wait: the kernel before this one may still be running [block (0,0,0), thread ({{[0-9]+}},0,0)] [emulator-dependent-launch]
  const float number = numbers[threadIdx.x];
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[threadIdx.x] = number;
}

int main() {
  float *numbers, *out;
  cudaMalloc(&numbers, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  first<<<1, 32>>>(numbers);
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, second, static_cast<const float *>(numbers), out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
