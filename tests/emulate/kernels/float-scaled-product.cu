// RUN: %original
// RUN: %exact 'tile<32;32;16;4;4>'
// RUN: %exact 'tile<32;32;16;4;4>,pipeline<stages=2>'
// RUN: %exact 'tile<64;32;16;4;4>,pipeline<stages=3>,warp-specialize<dma=2>'
// RUN: %close 'tile<32;32;16;4;4>,interleave-fp64<8/32>' --numerics=fp32
// alpha * (A * B): the product is rounded before it is scaled; x owns the rows.
#define ELEMENT float
#define RESULT float
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = c[i * ldc + j] * beta;
    for (int l = 0; l < k; ++l)
      sum += alpha * (a[i * lda + l] * b[l * ldb + j]);
    c[i * ldc + j] = sum;
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                    ldb, c, ldc);
}
