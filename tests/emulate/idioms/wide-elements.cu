// RUN: %same rewritten tile
// RUN: %same rewritten 'tile<64;64;16;8;4>,pipeline<stages=3>'
// RUN: env FLAGS=-DTENSOR_CORES %same rewritten 'tensorize<mma>' --numerics=fp16 --arch=sm_80
// RUN: env FLAGS=-DTENSOR_CORES %same rewritten 'tensorize<wmma;64;64>' --numerics=fp16 --arch=sm_80
// RUN: env FLAGS=-DTENSOR_CORES %same rewritten 'tensorize<wgmma;64;64>' --numerics=fp16 --arch=sm_90a
// Elements that have more bytes in memory than where they are computed, in rows at every alignment.
#include "whole-numbers.h"
#include <cuda_fp16.h>

#ifndef TENSOR_CORES
__global__ void narrowed(int m, int n, int k, const double *a, const double *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * k + l] * (float)b[l * n + j];
    c[i * n + j] = sum;
  }
}
#endif

__global__ void widened(int m, int n, int k, const float *a, const float *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void halves(int m, int n, int k, const __half *a, const __half *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[i * k + l]) * __half2float(b[l * n + j]);
    c[i * n + j] = sum;
  }
}

int main() {
  constexpr int Count = 20000;
  const double *a = wholeNumbers<double>(Count, 1), *b = wholeNumbers<double>(Count, 2);
  const float *fa = wholeNumbers<float>(Count, 1), *fb = wholeNumbers<float>(Count, 2);
  const __half *ha = wholeNumbers<__half>(Count, 1), *hb = wholeNumbers<__half>(Count, 2);
  double *c = wholeNumbers<double>(Count, 3);
  for (int n = 129; n <= 132; ++n)
    for (int k = 32; k <= 35; ++k)
      for (int first = 0; first < 2; ++first) {
        const int m = 33;
        const dim3 grid((n + 15) / 16, (m + 15) / 16), block(16, 16);
#ifndef TENSOR_CORES
        narrowed<<<grid, block>>>(m, n, k, a + first, b + 2 * first, c + first);
        print("narrowed", c, Count);
#endif
        widened<<<grid, block>>>(m, n, k, fa + first, fb + 2 * first, c + first);
        print("widened", c, Count);
        halves<<<grid, block>>>(m, n, k, ha + first, hb + 2 * first, c + first);
        print("halves", c, Count);
      }
}
