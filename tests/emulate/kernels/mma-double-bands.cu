// RUN: %original
// RUN: %exact 'tensorize<mma;128;128>' --arch=sm_90a
// RUN: %exact 'tensorize<mma;128;112>' --arch=sm_90a
// More tiles than there are multiprocessors, in several bands of rows of tiles: idle warps scale
// the rows of A that the first tiles do not need.
#define ELEMENT double
#define RESULT double
#define ROUNDOFF 0x1p-53
#define SHAPES {2048, 1154, 4, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, double alpha, double beta, ELEMENT *a, int lda,
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
