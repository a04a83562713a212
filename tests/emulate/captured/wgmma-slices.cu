// RUN: %original
// RUN: %close 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// RUN: env CAPTURED=lent WARPSMITH_EMULATOR_TRACE=1 %t.rewritten %t.result 2>&1 | FileCheck %s --implicit-check-not='launch of gemm_kernel('
// Launches that choose slices of k by themselves: of one tile eight, of four tiles four
// clusters of eight blocks.
// CHECK: _support::{{.*}}kernel<{{.*}}Sliced<{{.*}}Tiny>{{.*}}<<<(8,1,1)
// CHECK: _support::{{.*}}kernel<{{.*}}Sliced<{{.*}}Tiny>{{.*}}<<<(32,1,1)
#include <cuda_fp16.h>
#define ELEMENT __half
#define RESULT __half
#define ROUNDOFF 0x1p-10
#define ALIGNED
#define SHAPES {64, 56, 1304, 0, 0, 0}, {72, 120, 1304, 0, 0, 8}
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
