// RUN: %same rewritten 'tensorize<wgmma;packed;128;128>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'auto<tiles=2>' --arch=sm_90a --numerics=fp16 --device-headers
// B lies in blocks of 16 columns. Rows of C lie in blocks of 16, with room between these, and its
// columns are adjacent.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_fp16.h>

__global__ void product(int m, int n, int k, int block, const __half *a, const __half *b,
                        __half *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m * 16 || j >= n * 16)
    return;
  float sum = 0;
  for (int s = 0; s < k; ++s)
    sum += (float)a[i * k + s] * (float)b[(j / 16 * k + s) * 16 + j % 16];
  c[i / 16 * block + i % 16 * (n * 16) + j] = (__half)sum;
}

int main() {
  __half *a = wholeNumbers<__half>(Elements, 17), *b = wholeNumbers<__half>(Elements, 5),
         *c = wholeNumbers<__half>(Elements, 11);
  product<<<dim3(6, 10), dim3(16, 16)>>>(10, 6, 72, 16 * 96 + 64, a, b, c);
  printArray(c);
}
