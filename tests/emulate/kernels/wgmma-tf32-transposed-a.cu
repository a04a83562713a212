// RUN: %original
// RUN: env TILES= SLICES=5 %everyTileClose 'tensorize<wgmma>' --numerics=tf32 --arch=sm_90a
// Both operands run across k: A goes through registers, B is transposed ahead.
#define ELEMENT float
#define RESULT float
#define OPERAND_ROUNDOFF 0x1p-11
#define SHAPES {130, 72, 330, 2, 0, 0}, {131, 97, 35, 3, 5, 7}, {5, 6, 3, 2, 1, 4}
#define TRANSPOSED_A
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[l * lda + i] * b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
