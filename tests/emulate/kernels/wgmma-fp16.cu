// RUN: %original
// RUN: env SLICES=7 %everyTileClose 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// FP32 operands on Hopper's tensor cores, rounded to FP16 ahead. The second shape takes the ring of
// stages round.
#define ELEMENT float
#define RESULT float
#define OPERAND_ROUNDOFF 0x1p-11
#define SHAPES                                                                                     \
  {7, 13, 17, 0, 0, 0}, {130, 72, 600, 0, 0, 0}, {131, 97, 35, 3, 5, 7}, {260, 270, 64, 4, 4, 4},  \
      {1, 70, 1, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * lda + l] * (float)b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * (float)c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
