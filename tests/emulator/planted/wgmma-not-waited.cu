// RUN: %caught
// The kernel ends with a product under way.
#include "../Inputs/wgmma.h"

__global__ void kernel(const __half *in, float *out) {
  __shared__ alignas(1024) __half tiles[(64 + 16) * 64];
  for (int i = threadIdx.x; i < 80 * 64; i += blockDim.x)
    tiles[i] = in[i];
  proxyFence();
  __syncthreads();
  const uint64_t a = descriptor(tiles, 16, 1024, 1), b = descriptor(tiles + 64 * 64, 16, 1024, 1);
  float sum[8] = {};
  wgmmaFence();
  // ERROR: wgmma.h:{{[0-9]+}}:{{[0-9]+}}: error: wgmma: the thread ends without a wgmma.wait_group that covers its product [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-wgmma]
  multiply16(sum, a, b, 0);
  wgmmaCommit();
}

int main() {
  __half *in;
  float *out;
  cudaMalloc(&in, 80 * 64 * sizeof(__half));
  cudaMemset(in, 0, 80 * 64 * sizeof(__half));
  cudaMalloc(&out, 64 * 16 * sizeof(float));
  kernel<<<1, 128>>>(in, out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
