// RUN: %caught
// The next tile is written before the product that reads this one is waited for.
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
  __syncthreads();
  tiles[threadIdx.x] = in[0];
  // ERROR: error: {{(wgmma: operand A: read of 'tiles' at byte .* without a barrier after the write by thread)|(write of 'tiles' at byte .* without a barrier after the read by the wgmma of warpgroup 0)}} {{.*}}[emulator-race]
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
