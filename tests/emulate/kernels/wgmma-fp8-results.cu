// RUN: %original
// RUN: %exact 'tile<64;64;32>'
// RUN: %close 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: %close 'tensorize<wgmma>' --numerics=fp8-sums --arch=sm_90a
// RUN: warpsmith %s --passes='tensorize<wgmma>' --numerics=fp8-sums --arch=sm_90a --verify --error-on-missed -o %t.verified.cu -- %flags
// RUN: warpsmith %s --passes='tensorize<mma;64;64>' --numerics=bf16 --arch=sm_86 --verify --error-on-missed -o %t.mma.cu -- %flags
// e5m2 operands that lie along k; e4m3 results.
#include <cuda_fp8.h>
#define ELEMENT __nv_fp8_e5m2
#define RESULT __nv_fp8_e4m3
#define ROUNDOFF 0x1p-12
#define OPERAND_ROUNDOFF 0x1p-4 // of the result
#define TRANSPOSED_B
#define SHAPES {130, 72, 280, 8, 8, 0}, {131, 97, 35, 3, 5, 7}, {5, 6, 3, 2, 1, 4}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = false;

__global__ void gemm_kernel(int m, int n, int k, float alpha, const ELEMENT *a, int lda,
                            const ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += float(a[i * lda + l]) * float(b[j * ldb + l]);
    c[i * ldc + j] = __nv_fp8_e4m3(alpha * sum);
  }
}

void product(int m, int n, int k, float alpha, float, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, a, lda, b, ldb, c,
                                                                 ldc);
}
