// RUN: %caught
// A's next fragment is loaded into the registers that the product reads.
#include "../Inputs/wgmma.h"

// A from registers.
__device__ inline void multiplyFragment(float (&d)[8], const unsigned (&a)[4], uint64_t b) {
  asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0;"
               "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, "
               "{%8, %9, %10, %11}, %12, p, 1, 1, 0; }"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
                 "+f"(d[7])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

__global__ void kernel(const __half *in, float *out) {
  __shared__ alignas(1024) __half tiles[(64 + 16) * 64];
  for (int i = threadIdx.x; i < 80 * 64; i += blockDim.x)
    tiles[i] = in[i];
  proxyFence();
  __syncthreads();
  const uint64_t b = descriptor(tiles + 64 * 64, 16, 1024, 1);
  float sum[8] = {};
  unsigned fragment[4];
  for (int k = 0; k < 64; k += 16) {
    for (int i = 0; i < 4; ++i)
  // ERROR: wgmma-changed-fragment.cu:[[@LINE+1]]:{{[0-9]+}}: error: wgmma: write of a fragment of A of the product at {{.*}}.cu:{{[0-9]+:[0-9]+}} of kernel before the wgmma.wait_group that covers the product (PTX ISA, wgmma.wait_group) [block ({{[0-9]+,[0-9]+,[0-9]+}}), thread ({{[0-9]+,[0-9]+,[0-9]+}})] [emulator-wgmma]
      fragment[i] = threadIdx.x + k + i;
    wgmmaFence();
    multiplyFragment(sum, fragment, b);
    wgmmaCommit();
  }
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
