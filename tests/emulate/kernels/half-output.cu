// RUN: %original
// RUN: %exact 'tile<32;32;16;4;4>'
// RUN: %exact 'tile<32;64;16;4;4>,pipeline<stages=3>'
// RUN: %close 'tile<64;64;32>,pipeline<stages=2>,tensorize<wmma;32;32>' --numerics=fp16
// FP16 in and out, both operands across.
#include <cuda_fp16.h>
#define ELEMENT __half
#define RESULT __half
#define ROUNDOFF 0x1p-11
#define TRANSPOSED_A
#define TRANSPOSED_B
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[l * lda + i]) * __half2float(b[j * ldb + l]);
    c[i * ldc + j] = __float2half(alpha * sum + beta * __half2float(c[i * ldc + j]));
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
