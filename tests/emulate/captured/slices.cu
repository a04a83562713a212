// RUN: env MULTIPROCESSORS=3 %everyTileClose 'tile,pipeline<stages=2>,warp-specialize<dma=4>,interleave-fp64<columns>' --numerics=fp32 --arch=sm_90a
// RUN: grep -q 'kernel[A-Za-z]*<.*<<<(6,1,1)' %t.Medium.trace
// Of four tiles three fill the multiprocessors; the last one is summed in slices of k, where their
// sums' memory is no graph's.
// RUN: env TILE=Medium CAPTURED=lent WARPSMITH_EMULATOR_TRACE=1 %t.every %t.result 2>&1 | FileCheck %s --implicit-check-not='launch of gemm_kernel('
// CHECK: _support::{{.*}}kernel{{(InColumns)?}}<{{.*}}<<<(4,1,1)
#define ELEMENT float
#define RESULT float
#define SHAPES {131, 164, 532, 0, 4, 1}
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
      sum += a[i * lda + l] * b[l * ldb + j];
    c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  run([=](cudaStream_t stream) {
    gemm_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16), 0, stream>>>(
        m, n, k, alpha, beta, a, lda, b, ldb, c, ldc);
  });
}
