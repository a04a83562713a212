// RUN: %original
// RUN: env SLICES=2 %everyTileClose 'tensorize<wgmma>' --numerics=tf32 --arch=sm_90a
// TF32 operands: B runs across k and goes through registers, so that the transpose of C is
// computed. TMA rounds both. The first shape takes the ring of stages round.
#define ELEMENT float
#define RESULT float
#define OPERAND_ROUNDOFF 0x1p-11
#define SHAPES                                                                                     \
  {130, 72, 200, 0, 0, 0}, {131, 97, 35, 3, 5, 7}, {264, 272, 40, 4, 4, 4}, {33, 40, 1, 3, 0, 0},  \
      {66, 72, 600, 0, 4, 0}
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
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
