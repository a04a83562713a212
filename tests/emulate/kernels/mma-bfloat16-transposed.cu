// RUN: %close 'tensorize<mma;64;128>' --numerics=bf16 --arch=sm_86
// BF16 operands, both of them transposed in memory and so in shared memory; results are float.
#include <cuda_bf16.h>
#define ELEMENT __nv_bfloat16
#define RESULT float
#define TRANSPOSED_A
#define TRANSPOSED_B
#define SHAPES {72, 66, 168, 8, 0, 2}, {37, 65, 19, 1, 3, 1}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[l * lda + i] * (float)b[j * ldb + l];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
