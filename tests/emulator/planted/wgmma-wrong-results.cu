// RUN: warpsmith-emulate %s -o %t && %t | FileCheck %s
// What no check can see must come out as other numbers: the wrong swizzle.
#include "../Inputs/wgmma.h"
#include <cstdio>
#include <cuda_runtime.h>

__global__ void kernel(const __half *in, float *out, int mode) {
  __shared__ alignas(1024) char tiles[(64 + 16) * 128];
  for (int i = threadIdx.x; i < 80 * 64; i += blockDim.x)
    *reinterpret_cast<__half *>(tiles + swizzledByte(1, i / 64, i % 64 * 2)) = in[i];
  proxyFence();
  __syncthreads();
  float sum[8] = {};
  wgmmaFence();
  for (int k = 0; k < 64; k += 16)
    multiply16(sum, descriptor(tiles + k * 2, 16, 1024, mode),
               descriptor(tiles + 64 * 128 + k * 2, 16, 1024, mode), 1);
  wgmmaCommit();
  wgmmaWait<0>();
  for (int i = 0; i < 8; ++i)
    out[rowOf(i) * 16 + columnOf(i)] = sum[i];
}

int wrong(const __half *in, const float *out) {
  int count = 0;
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 16; ++j) {
      float expected = 0;
      for (int k = 0; k < 64; ++k)
        expected += float(in[i * 64 + k]) * float(in[(64 + j) * 64 + k]);
      count += !(out[i * 16 + j] == expected);
    }
  return count;
}

int main() {
  __half *in;
  float *out;
  cudaMallocManaged(&in, 80 * 64 * sizeof(__half));
  cudaMallocManaged(&out, 64 * 16 * sizeof(float));
  for (int i = 0; i < 80 * 64; ++i)
    in[i] = __float2half(i * 7 % 11 - 5 + i / 64 % 3);
  for (int i = 1; i <= 4; ++i) {
    const int mode = i % 4;
    kernel<<<1, 128>>>(in, out, mode);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("mode %d: error %d, %s\n", mode, error, wrong(in, out) ? "wrong" : "right");
  }
}
// CHECK: mode 1: error 0, right
// CHECK: mode 2: error 0, wrong
// CHECK: mode 3: error 0, wrong
// CHECK: mode 0: error 0, wrong
