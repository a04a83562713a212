// RUN: %original
// RUN: %exact 'tile<64;64;16;8;4>,pipeline<stages=4>'
// RUN: %exact 'tile<64;32;16;4;4>,pipeline<stages=3>,warp-specialize<dma=2>'
// RUN: %everyTile 'tile,pipeline<stages=2>,warp-specialize<dma=4>'
// RUN: %close 'interleave-fp64<3/7>' --numerics=fp32
// Column-major throughout, as BLAS has it.
#define ELEMENT float
#define RESULT float
#define TRANSPOSED_A
#define TRANSPOSED_B
#define COLUMN_MAJOR
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[j * ldc + i] *= beta;
    for (int l = 0; l < k; ++l)
      c[j * ldc + i] += alpha * a[l * lda + i] * b[j * ldb + l];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
