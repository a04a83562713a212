// RUN: %caught
// A product takes sums for its fragment of A that another may still add to.
#include "../Inputs/wgmma.h"

__global__ void kernel(const __half *in, float *out) {
  __shared__ alignas(1024) __half tiles[(64 + 16) * 64];
  for (int i = threadIdx.x; i < 80 * 64; i += blockDim.x)
    tiles[i] = in[i];
  proxyFence();
  __syncthreads();
  const uint64_t a = descriptor(tiles, 16, 1024, 1), b = descriptor(tiles + 64 * 64, 16, 1024, 1);
  float sum[8] = {}, other[8] = {};
  wgmmaFence();
  multiply16(sum, a, b, 0);
  wgmmaCommit();
  // ERROR: wgmma-sums-as-fragment.cu:{{[0-9]+}}:{{[0-9]+}}: error: wgmma: a sum of the product at {{.*}}wgmma.h:{{[0-9]+:[0-9]+}} is a fragment of A before the wgmma.wait_group that covers that product [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-wgmma]
  asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0;"
               "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, "
               "{%8, %9, %10, %11}, %12, p, 1, 1, 0; }"
               : "+f"(other[0]), "+f"(other[1]), "+f"(other[2]), "+f"(other[3]), "+f"(other[4]),
                 "+f"(other[5]), "+f"(other[6]), "+f"(other[7])
               : "f"(sum[0]), "f"(sum[1]), "f"(sum[2]), "f"(sum[3]), "l"(b));
  wgmmaCommit();
  wgmmaWait<0>();
  out[threadIdx.x] = other[0];
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
