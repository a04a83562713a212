// RUN: %caught
// The second product has other columns, and half of the sums of the first one, which is in flight.
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
  multiply16(sum, a, b, 0);
  wgmmaCommit();
  // ERROR: wgmma-other-shape.cu:{{[0-9]+}}:{{[0-9]+}}: error: wgmma: sums of an operation in flight are used by one of another shape or order [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-wgmma]
  asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "l"(a), "l"(b));
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
