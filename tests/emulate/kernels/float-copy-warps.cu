// RUN: %original
// RUN: %exact 'tile,pipeline<stages=3>,warp-specialize<dma=8>' --arch=sm_90a
// RUN: %exact 'tile,pipeline<stages=2>,warp-specialize<dma=7>' --arch=sm_80
// RUN: %everyTileClose 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --numerics=fp32 --arch=sm_90a
// More copy warps than a ring has stages, and so many k-tiles that each would come round twice.
// Under fp32 small tiles are summed in slices, of which there are fewer than stages.
#define ELEMENT float
#define RESULT float
#define SHAPES {35, 66, 600, 0, 2, 0}, {32, 64, 40, 0, 0, 0}
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
