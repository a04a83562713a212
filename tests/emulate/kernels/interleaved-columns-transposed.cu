// RUN: %original
// RUN: %everyTileClose 'tile,pipeline<stages=2>,warp-specialize<dma=4>,interleave-fp64<columns>' --numerics=fp32 --arch=sm_90a
// Columns in FP32 and in FP64, of operands that lie the other way; a step scales its product, as C
// is scaled where it is stored. The ring of four stages goes round.
#define ELEMENT float
#define RESULT float
#define TRANSPOSED_A
#define TRANSPOSED_B
#define SHAPES {131, 175, 83, 1, 1, 5}, {64, 160, 32, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += alpha * a[l * lda + i] * b[j * ldb + l];
    c[i * ldc + j] = sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                    ldb, c, ldc);
}
