// RUN: %original
// RUN: %exact 'tile<64;64;32>'
// RUN: %exact 'tile,pipeline<stages=3>'
// RUN: %close 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: %everyTileClose 'tensorize<wgmma>' --numerics=fp8-sums --arch=sm_90a
// RUN: warpsmith %s --passes='tensorize<wgmma>' --numerics=fp8-sums --arch=sm_90a --verify --error-on-missed -o %t.verified.cu -- -I%S/../Inputs
// FP8 operands that lie along k, as the tensor cores need them; BF16 results.
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#define ELEMENT __nv_fp8_e4m3
#define RESULT __nv_bfloat16
#define ROUNDOFF 0x1p-12
#define OPERAND_ROUNDOFF 0x1p-9 // of the result
#define TRANSPOSED_B
#define SHAPES                                                                                     \
  {130, 72, 600, 8, 8, 0}, {131, 97, 35, 3, 5, 7}, {264, 272, 272, 0, 16, 8}, {5, 6, 3, 2, 1, 4}
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
    c[i * ldc + j] = __float2bfloat16(alpha * sum);
  }
}

void product(int m, int n, int k, float alpha, float, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, a, lda, b, ldb, c,
                                                                 ldc);
}
