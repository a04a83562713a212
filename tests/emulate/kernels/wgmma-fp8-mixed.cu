// RUN: %original
// RUN: %exact 'tile<32;32;16;4;4>'
// RUN: %close 'tensorize<wgmma>' --numerics=bf16 --arch=sm_90a
// RUN: %everyTileClose 'tensorize<wgmma>' --numerics=fp8-sums --arch=sm_90a
// Operands of two FP8 formats that both lie across k, and are transposed before.
#include <cuda_fp8.h>
#define ELEMENT __nv_fp8_e5m2
#define ELEMENT_B __nv_fp8_e4m3
#define RESULT float
#define ROUNDOFF 0x1p-12
#define TRANSPOSED_A
#define SHAPES {130, 72, 300, 6, 24, 0}, {131, 97, 35, 3, 5, 7}, {192, 256, 272, 0, 0, 1}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT_B *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += static_cast<float>(a[l * lda + i]) * (float)b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT_B *b,
             int ldb, RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
