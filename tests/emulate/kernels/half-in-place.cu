// RUN: %original
// RUN: %exact 'tile<32;32;16;4;4>'
// RUN: %exact 'tile<32;32;16;4;4>,pipeline<stages=2>,warp-specialize<dma=1>'
// RUN: %close 'interleave-fp64<3/7>' --numerics=fp32
// RUN: %close 'tile<32;32;16;4;4>,interleave-fp64<8/32>' --numerics=fp32
// RUN: %close 'tile<64;64;32>,tensorize<wmma;32;32>' --numerics=fp16
// RUN: %close 'tile<64;64;32>,pipeline<stages=3>,tensorize<wmma;32;32>' --numerics=fp16
// RUN: %close 'tile<32;64;32>,pipeline<stages=2>,tensorize<wmma;16;32>,warp-specialize<dma=1>' --numerics=fp16
// FP16 operands, FP32 sum in C.
#include <cuda_fp16.h>
#define ELEMENT __half
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
      c[i * ldc + j] += alpha * (float)a[i * lda + l] * (float)b[l * ldb + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
