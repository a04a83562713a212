// RUN: %close 'tensorize<mma;128;256>' --numerics=fp16 --arch=sm_80
// A is float and rounded to FP16 in a copy, B is FP16 and read where it lies; results are float.
#include <cuda_fp16.h>
#define ELEMENT float
#define ELEMENT_B __half
#define RESULT float
#define OPERAND_ROUNDOFF 0x1p-11
#define SHAPES {130, 264, 72, 1, 0, 3}, {5, 6, 35, 0, 2, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT_B *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * (float)b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT_B *b,
             int ldb, RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
