// RUN: %original
// RUN: %everyTile 'tensorize<mma>' --arch=sm_90a
// RUN: %close 'tensorize<mma;64;128>' --numerics=fp32 --arch=sm_80
// FP64's tensor cores with both operands across, in memory and so in shared memory.
#define ELEMENT double
#define RESULT double
#define ROUNDOFF 0x1p-53
#define TRANSPOSED_A
#define TRANSPOSED_B
#define SHAPES {82, 114, 130, 2, 0, 2}, {37, 65, 19, 1, 3, 1}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, double alpha, double beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[l * lda + i] * b[j * ldb + l];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
