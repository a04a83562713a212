// RUN: %caught
// The sums are cleared after the fence.
#include "../Inputs/wgmma.h"

__global__ void kernel(const __half *in, float *out) {
  __shared__ alignas(1024) __half tiles[(64 + 16) * 64];
  for (int i = threadIdx.x; i < 80 * 64; i += blockDim.x)
    tiles[i] = in[i];
  proxyFence();
  __syncthreads();
  const uint64_t a = descriptor(tiles, 16, 1024, 1), b = descriptor(tiles + 64 * 64, 16, 1024, 1);
  float sum[8];
  wgmmaFence();
  for (float &value : sum)
    value = 0;
  // ERROR: wgmma.h:{{[0-9]+}}:{{[0-9]+}}: error: wgmma: sums have been accessed by the thread without a wgmma.fence between that and this instruction [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-wgmma]
  multiply16(sum, a, b, 1);
  wgmmaCommit();
  wgmmaWait<0>();
  for (int i = 0; i < 8; ++i)
    out[rowOf(i) * 16 + columnOf(i)] = sum[i];
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
