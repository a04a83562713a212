// RUN: %caught
// Blocks beyond the end return at once: who waits for this kernel may then have waited for nothing.
#include <cuda_runtime.h>

// ERROR: error: the block ends without griddepcontrol.wait: the kernel after this one may then begin before the one before it has ended [block (1,0,0), thread ({{[0-9]+}},0,0)] [emulator-dependent-launch]
__global__ void kernel(float *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  asm volatile("griddepcontrol.wait;" ::: "memory");
  out[i] = i;
}

int main() {
  float *out;
  cudaMalloc(&out, 32 * sizeof(float));
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, kernel, out, 32);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
