// RUN: %original
// RUN: %exact 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %close 'tile<64;64;32>,pipeline<stages=3>,tensorize<wmma;32;32>' --numerics=bf16
// BF16 operands, FP32 sum.
#include <cuda_bf16.h>
#define ELEMENT __nv_bfloat16
#define RESULT float
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] += alpha * (float)a[i * lda + l] * (float)b[l * ldb + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
