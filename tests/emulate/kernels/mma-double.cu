// RUN: %original
// RUN: %everyTile 'tensorize<mma>' --arch=sm_90a
// RUN: %exact 'tensorize<mma;64;64>' --arch=sm_80
// FP64's tensor cores: products of scaled elements are added to what C was, bit for bit. Rows of
// some shapes begin at multiples of 16 bytes, and of some not; sums of zeros keep their sign.
// The first ones have more k-tiles than rings have stages.
#define ELEMENT double
#define RESULT double
#define ROUNDOFF 0x1p-53
#define SHAPES                                                                                     \
  {34, 66, 300, 0, 2, 0}, {18, 34, 600, 2, 0, 2}, {130, 114, 133, 0, 2, 0}, {65, 97, 33, 1, 0, 3}, \
      {5, 3, 1, 0, 0, 0}
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
