// RUN: %original
// RUN: %exact 'tile<64;32;8;8;4>'
// RUN: %exact 'tile<32;32;16;4;4>,warp-specialize<dma=1>'
// RUN: %close 'tile<32;32;16;4;4>,interleave-fp64<8/32>' --numerics=fp32
// fmaf in the source, operands in locals, the block's size a macro.
#define ELEMENT float
#define RESULT float
#define TILE 16
#include "driver.h"
const bool UsesAlpha = false, UsesBeta = false;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * TILE + threadIdx.x;
  const int i = blockIdx.y * TILE + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l) {
    const float x = a[i * lda + l], y = b[l * ldb + j];
    sum = fmaf(x, y, sum);
  }
  c[i * ldc + j] = sum;
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(
      m, n, k, alpha, beta, a, lda, b, ldb, c, ldc);
}
