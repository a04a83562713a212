// RUN: %original
// RUN: %exact 'tile<64;32;8;8;4>'
// RUN: %exact 'tile<64;64;16;8;4>,pipeline<stages=4>'
// RUN: %exact 'tile<64;32;16;4;4>,pipeline<stages=3>,warp-specialize<dma=2>'
// RUN: %exact 'tile<64;64;16;4;4>,pipeline<stages=2>,warp-specialize<dma=4>'
// RUN: %exact 'tile<64;128;16;8;8>,pipeline<stages=2>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: %everyTile 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: %everyTile 'tile,pipeline<stages=3>,warp-specialize<dma=2>'
// RUN: %close 'interleave-fp64<3/7>' --numerics=fp32
// RUN: %close 'tile<32;32;16;4;4>,interleave-fp64<8/32>' --numerics=fp32
// RUN: %close 'tile<32;64;16;4;4>,warp-specialize<fp64=1/1>' --numerics=fp32
// RUN: %close 'tile<64;64;16;4;4>,pipeline<stages=3>,warp-specialize<fp64=1/2>,warp-specialize<dma=2>' --numerics=fp32
// PolyBench's form: the sum lives in C, alpha in every product.
#define ELEMENT float
#define RESULT float
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
