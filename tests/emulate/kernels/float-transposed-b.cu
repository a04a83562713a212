// RUN: %original
// RUN: %exact 'tile<64;32;8;8;4>'
// RUN: %exact 'tile<64;32;16;4;4>,pipeline<stages=3>,warp-specialize<dma=2>'
// RUN: %everyTile 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: env PACKED=1 %exact 'tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: %close 'tile<32;32;24;4;4>,pipeline<stages=2>,interleave-fp64<2/3>' --numerics=fp32
// B stored column by k.
#define ELEMENT float
#define RESULT float
#define TRANSPOSED_B
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
