// RUN: %original
// RUN: %everyTileClose 'tile,pipeline<stages=2>,warp-specialize<dma=4>,interleave-fp64<columns>' --numerics=fp32 --arch=sm_90a
// RUN: env PACKED=1 %close 'tile,pipeline<stages=2>,warp-specialize<dma=4>,interleave-fp64<columns>' --numerics=fp32 --arch=sm_90a
// Columns in FP32 and in FP64 side by side. The ring of four stages goes round; rows, columns and
// steps end within a tile, within the columns in FP32 and within those in FP64.
#define ELEMENT float
#define RESULT float
#define SHAPES                                                                                     \
  {131, 175, 83, 3, 1, 5}, {64, 160, 32, 0, 0, 0}, {5, 61, 1, 0, 3, 0}, {33, 100, 17, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                    ldb, c, ldc);
}
