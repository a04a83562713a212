// RUN: %caught
// A sum is added to while the product is under way.
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
  multiply16(sum, a, b, 1);
  wgmmaCommit();
  // ERROR: wgmma-changed-sums.cu:[[@LINE+1]]:{{[0-9]+}}: error: wgmma: {{(read|write)}} of a sum of the product at {{.*}}wgmma.h:{{[0-9]+:[0-9]+}} of kernel before the wgmma.wait_group that covers the product (PTX ISA, wgmma.wait_group) [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-wgmma]
  sum[3] += 1;
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
