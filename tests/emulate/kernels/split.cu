// RUN: %original
// RUN: %everyTileClose 'split<fp16x3;narrow>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<by-data>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// FP32 operands as sums of parts: FP32's error bound holds. The first shape promotes the tensor
// cores' sums several times; the last one has so few steps that the original runs.
#define ELEMENT float
#define RESULT float
#define SHAPES {66, 72, 390, 0, 0, 0}, {131, 97, 259, 3, 5, 7}, {20, 20, 255, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * lda + l] * (float)b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * (float)c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
