// RUN: warpsmith %s --passes='split<by-data>,tensorize<wgmma>|tile,pipeline<stages=3>,warp-specialize<dma=4>' --numerics=fp32 --arch=sm_90a --error-on-missed -o %t.rewritten.cu -- %flags
// RUN: warpsmith-emulate --sanitize %t.rewritten.cu -o %t.rewritten -- %flags
// RUN: env WARPSMITH_EMULATOR_TRACE=1 %t.rewritten %t.result 2>&1 | FileCheck %s --implicit-check-not=splitOperands --implicit-check-not='launch of gemm_kernel('
// A launch leaves split operands to the FP32 units where splitting few long rows takes longer, and
// these sum slices of k. Rows that cannot be read in vectors are split in any case.
// CHECK: _support::{{.*}}kernel<{{.*}}_rewritten::{{.*}}otherwise::{{.*}}<<<({{[0-9]+,[0-9]+,[2-9]}})
// CHECK-NEXT: launch of {{.*}}addSlices<{{.*}}<<<({{[0-9]+}},1,1), (256,1,1)
// CHECK: _support::{{.*}}splitOperands<
// CHECK: _support::{{.*}}splitOperands<
// CHECK: _support::{{.*}}kernelByData<
#define ELEMENT float
#define RESULT float
#define ALIGNED
#define SHAPES {33, 68, 1100, 4, 0, 0}, {33, 68, 1100, 1, 0, 0}
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
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
