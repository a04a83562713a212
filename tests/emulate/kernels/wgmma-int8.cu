// RUN: %original
// RUN: env SLICES=3 %everyTile 'tensorize<wgmma>' --arch=sm_90a
// 8-bit integers on Hopper's tensor cores: A as it lies where TMA can read it, B transposed ahead.
#define ELEMENT signed char
#define RESULT int
#define SCALAR int
#define SHAPES                                                                                     \
  {130, 72, 400, 0, 0, 0}, {131, 97, 35, 3, 5, 7}, {264, 272, 64, 16, 16, 8}, {5, 6, 3, 2, 1, 4},  \
      {66, 70, 1100, 8, 10, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, int alpha, int beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
  }
}

void product(int m, int n, int k, int alpha, int beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
