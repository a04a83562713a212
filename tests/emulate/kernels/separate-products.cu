// RUN: warpsmith-emulate %s -o %t.program -- %flags -DELEMENT=float -DRESULT=float && %t.program %t.fused
// RUN: warpsmith-emulate %s -o %t.program -- %flags -DELEMENT=float -DRESULT=float -fmad=false && %t.program %t.original
// RUN: not cmp %t.fused %t.original
// RUN: env FLAGS='-fmad=false -DELEMENT=float -DRESULT=float' %exact 'tile'
// RUN: env FLAGS='-fmad=false -DELEMENT=float -DRESULT=float' %exact 'tile,pipeline<stages=3>'
// RUN: env FLAGS='-fmad=false -DELEMENT=float -DRESULT=float' %exact auto --arch=sm_90a
// RUN: warpsmith-emulate %s -o %t.program -- %flags -DELEMENT=double -DRESULT=double -DROUNDOFF=0x1p-53 && %t.program %t.fused
// RUN: warpsmith-emulate %s -o %t.program -- %flags -DELEMENT=double -DRESULT=double -DROUNDOFF=0x1p-53 --fmad false && %t.program %t.original
// RUN: not cmp %t.fused %t.original
// RUN: env FLAGS='--fmad false -DELEMENT=double -DRESULT=double -DROUNDOFF=0x1p-53' %exact 'tile,pipeline<stages=2>'
// RUN: env FLAGS='--fmad false -DELEMENT=double -DRESULT=double -DROUNDOFF=0x1p-53' %exact auto --arch=sm_90a
// With -fmad=false products are rounded before they are added, in what was rewritten as in the
// original; so is beta * c, which `+` and `*=` take.
#ifndef ROUNDOFF
#define ROUNDOFF 0x1p-24
#endif
#define SHAPES {66, 72, 200, 0, 0, 0}, {65, 37, 33, 1, 0, 3}, {5, 3, 1, 0, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, ELEMENT alpha, ELEMENT beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    ELEMENT sum = 0;
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
