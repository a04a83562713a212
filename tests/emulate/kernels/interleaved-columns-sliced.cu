// RUN: env MULTIPROCESSORS=3 %everyTileClose 'tile,pipeline<stages=2>,warp-specialize<dma=4>,interleave-fp64<columns>' --numerics=fp32 --arch=sm_90a
// Of four tiles three fill the multiprocessors; the last one is summed in three slices of k.
// RUN: grep -q 'kernelInColumns<.*<<<(6,1,1)' %t.Large.trace
// RUN: grep -q 'kernelInColumns<.*<<<(6,1,1)' %t.Medium.trace
// Without memory for the slices' sums none is divided.
// RUN: env TILE=Medium NO_MEMORY=1 WARPSMITH_EMULATOR_TRACE=1 %t.every %t.result 2>&1 | FileCheck %s --implicit-check-not='launch of gemm_kernel('
// CHECK: _support::{{.*}}kernelInColumns{{.*}}<<<(4,1,1)
#define ELEMENT float
#define RESULT float
#define SHAPES {131, 164, 532, 0, 4, 1}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                    ldb, c, ldc);
}
