// RUN: %original
// RUN: %close 'split<bf16x6>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<by-data>,tensorize<wgmma>' --numerics=fp32 --arch=sm_90a
// Two products in a step as one of twice the length: left and right halves of A, upper and lower
// ones of B. The last shape has so few steps that the original runs.
#define ELEMENT float
#define RESULT float
#define SHAPES {66, 72, 640, 0, 0, 0}, {131, 97, 518, 3, 5, 7}, {20, 20, 508, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, const float *a, int lda,
                            const float *b, int ldb, const float *a2, const float *b2, float *c,
                            int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] +=
          alpha * a[i * lda + l] * b[l * ldb + j] + alpha * a2[i * lda + l] * b2[l * ldb + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  const int half = k / 2;
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(
      m, n, half, alpha, beta, a, lda, b, ldb, a + half, b + half * ldb, c, ldc);
}
