// RUN: %original
// RUN: %exact 'tensorize<wgmma;128>' --arch=sm_90a
// Integers without sign on the left, with it on the right; both run along k.
#define ELEMENT unsigned char
#define ELEMENT_B signed char
#define RESULT int
#define SCALAR int
#define SHAPES {130, 72, 140, 0, 0, 0}, {131, 97, 35, 3, 5, 7}
#define TRANSPOSED_B
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, int alpha, int beta, ELEMENT *a, int lda,
                            ELEMENT_B *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
  }
}

void product(int m, int n, int k, int alpha, int beta, ELEMENT *a, int lda, ELEMENT_B *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
