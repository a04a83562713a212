// RUN: %original
// RUN: %close 'split<fp16x3;narrow>,tensorize<wgmma;64>' --numerics=fp32 --arch=sm_90a
// A runs across k in memory and B along it.
#define ELEMENT float
#define RESULT float
#define OPERAND_ROUNDOFF 0x1p-11
#define TRANSPOSED_A
#define TRANSPOSED_B
#define SHAPES {130, 72, 264, 0, 0, 0}, {131, 97, 259, 3, 5, 7}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[l * lda + i] * (float)b[j * ldb + l];
    c[i * ldc + j] = alpha * sum + beta * (float)c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
