// RUN: %original
// RUN: %close 'split<bf16x6>,tensorize<wgmma;64>,at-least<products=1000000>|tile<32;32;16;4;4>' --numerics=fp32 --arch=sm_90a
// RUN: FileCheck %s < %t.trace
// Pipelines of which each launch takes the first that can: products enough, too few of them, and
// too few steps for parts of operands.
// CHECK: _support::{{.*}}kernel<gemm_kernel_rewritten::{{[a-z0-9_]+}}::Problem
// CHECK: gemm_kernel_rewritten::{{[a-z0-9_]+}}::otherwise::kernel<
// CHECK: gemm_kernel_rewritten::{{[a-z0-9_]+}}::otherwise::kernel<
#define ELEMENT float
#define RESULT float
#define SHAPES {66, 72, 260, 0, 0, 0}, {40, 50, 270, 3, 5, 7}, {131, 97, 100, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, const float *a, int lda,
                            const float *b, int ldb, float *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = beta * c[i * ldc + j] + alpha * sum;
  }
}

void product(int m, int n, int k, float alpha, float beta, float *a, int lda, float *b, int ldb,
             float *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
