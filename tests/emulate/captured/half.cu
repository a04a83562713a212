// RUN: %original
// RUN: %close 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: sed -e 's/return 1000 + bytes \/ 2000;/return -1e12;/' %t.rewritten.cu > %t.packed.cu
// RUN: warpsmith-emulate --sanitize %t.packed.cu -o %t.packed -- %flags
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.packed %t.result 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: env CAPTURED=lent WARPSMITH_EMULATOR_TRACE=1 %t.packed %t.result 2>&1 | FileCheck %s --implicit-check-not='launch of gemm_kernel(' --implicit-check-not=packOperands
// What TMA reads where it lies, and copied first where that is faster and the launch no graph's.
// PACKED: _support::{{.*}}packOperands<
// CHECK: _support::{{.*}}kernel<
#include <cuda_fp16.h>
#define ELEMENT __half
#define RESULT __half
#define ROUNDOFF 0x1p-11
#define ALIGNED
#define SHAPES {264, 72, 136, 0, 0, 8}, {130, 200, 64, 8, 0, 1}
#include "captured.h"
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
  run([=](cudaStream_t stream) {
    gemm_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16), 0, stream>>>(
        m, n, k, alpha, beta, a, lda, b, ldb, c, ldc);
  });
}
