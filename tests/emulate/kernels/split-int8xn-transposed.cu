// RUN: %original
// RUN: %close 'split<int8xn>,tensorize<wgmma;64;64>' --numerics=fp64 --arch=sm_90a
// RUN: %close 'split<int8xn>,tensorize<wgmma>' --numerics=fp64 --arch=sm_90a
// Products by residues with A across k and B along it.
#define ELEMENT double
#define RESULT double
#define ROUNDOFF 0x1p-53
#define TRANSPOSED_A
#define TRANSPOSED_B
#define SHAPES {66, 70, 300, 2, 0, 2}, {37, 65, 257, 1, 3, 1}, {130, 17, 256, 0, 2, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, double alpha, double beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[l * lda + i] * b[j * ldb + l];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
