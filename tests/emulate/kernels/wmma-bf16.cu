// RUN: %original
// RUN: %close 'tile<64;64;32>,tensorize<wmma;32;32>' --numerics=bf16
// RUN: %close 'tile<32;64;16>,pipeline<stages=2>,tensorize<wmma;32;32>' --numerics=bf16
// RUN: %close 'tile<64;32;32>,pipeline<stages=3>,tensorize<wmma;32;16>,warp-specialize<dma=2>' --numerics=bf16
// FP32 operands on tensor cores, rounded to BF16 on the way.
#define ELEMENT float
#define RESULT float
#define OPERAND_ROUNDOFF 0x1p-8
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
