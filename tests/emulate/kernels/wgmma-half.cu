// RUN: %original
// RUN: %close 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: sed -e '1i #include <cstdlib>' -e 's/return 1000 + bytes \/ 2000;/return -1e12;/' -e 's/cudaMallocFromPoolAsync(./!std::getenv("NO_MEMORY") \&\& &/' %t.rewritten.cu > %t.packed.cu
// RUN: warpsmith-emulate --sanitize %t.packed.cu -o %t.packed -- %flags
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.packed %t.result 2>&1 | FileCheck %s --check-prefix=PACKED --implicit-check-not='launch of'
// RUN: env NO_MEMORY=1 WARPSMITH_EMULATOR_TRACE=1 %t.packed %t.result 2>&1 | FileCheck %s --check-prefix=LIES --implicit-check-not='launch of'
// FP16 operands, copied by TMA from where they are where its alignment allows; FP16 results.
#include <cuda_fp16.h>
#define ELEMENT __half
#define RESULT __half
#define ROUNDOFF 0x1p-11
#define SHAPES                                                                                     \
  {130, 72, 600, 0, 0, 0}, {131, 97, 35, 3, 5, 7}, {264, 272, 64, 8, 8, 8}, {5, 6, 3, 2, 1, 4}
// Where packing is always better, all are packed; without memory for that they are read where they
// lie, which TMA can do of the first and the third.
// PACKED-COUNT-5: launch of {{.*}}packOperands<{{.*[[:space:]].*}}launch of {{.*}}_support::{{.*}}kernel<
// LIES: launch of {{.*}}_support::{{.*}}kernel<
// LIES: launch of gemm_kernel(
// LIES: launch of {{.*}}_support::{{.*}}kernel<
// LIES-COUNT-2: launch of gemm_kernel(
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
