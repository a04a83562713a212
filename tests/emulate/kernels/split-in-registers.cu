// RUN: %original
// RUN: %close 'split<in-registers>,tensorize<wgmma;32>' --numerics=fp32 --arch=sm_90a
// RUN: %close 'split<in-registers>,tensorize<wgmma;128>' --numerics=fp32 --arch=sm_90a
// B lies along k, products have a factor, and results depend on old elements. The first shape has
// several tiles below and beside each other; the second one has several slices of k; in the third
// B's rows do not begin at multiples of 16 bytes, and in the last there are too few steps: there
// the original runs.
#define ELEMENT float
#define RESULT float
#define ALIGNED
#define TRANSPOSED_B
#define SHAPES                                                                                     \
  {150, 152, 260, 4, 4, 4}, {21, 132, 580, 8, 0, 3}, {20, 24, 258, 1, 1, 1}, {20, 20, 252, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] += alpha * a[i * lda + l] * b[j * ldb + l];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
