// RUN: %original
// RUN: %close 'tensorize<mma;64;64>' --numerics=fp16 --arch=sm_86
// FP16 operands as they lie, along k and across it; results are FP16. Rows of some shapes begin at
// multiples of 16 bytes, and of some not, which are copied first. The first has more k-tiles than
// the ring has stages.
#include <cuda_fp16.h>
#define ELEMENT __half
#define RESULT __half
#define ROUNDOFF 0x1p-11
#define SHAPES {66, 72, 328, 0, 8, 0}, {65, 37, 35, 5, 3, 1}, {5, 3, 1, 0, 0, 0}
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
