// RUN: %original
// RUN: env TILES='Huge Square Small' %everyTileClose 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --numerics=fp32 --arch=sm_90a
// RUN: FileCheck %s < %t.Huge.trace
// RUN: FileCheck %s < %t.Square.trace
// RUN: FileCheck %s < %t.Small.trace
// RUN: env TILES=Small %everyTileClose 'tile,pipeline<stages=3>,warp-specialize<dma=4>' --numerics=fp32 --arch=sm_80
// RUN: FileCheck %s < %t.Small.trace
// Few tiles of long sums: blocks sum slices of k, and a second kernel adds them, of rows that can
// be read in vectors and of others. The last slice ends within a k-tile.
// CHECK: _support::{{.*}}kernel{{.*}}<<<({{[0-9]+,[0-9]+,([2-9]|[1-9][0-9])}})
// CHECK-NEXT: launch of {{.*}}addSlices<{{.*}}<<<({{[0-9]+}},1,1), (256,1,1)
// CHECK: _support::{{.*}}kernel{{.*}}<<<({{[0-9]+,[0-9]+,([2-9]|[1-9][0-9])}})
// CHECK-NEXT: launch of {{.*}}addSlices<{{.*}}<<<({{[0-9]+}},1,1), (256,1,1)
// Without memory for their sums none is divided.
// RUN: env TILE=Small NO_MEMORY=1 WARPSMITH_EMULATOR_TRACE=1 %t.every %t.result 2>&1 | FileCheck %s --check-prefix=WHOLE --implicit-check-not='addSlices<' --implicit-check-not='launch of gemm_kernel('
// WHOLE: _support::{{.*}}kernel{{.*}}<<<({{[0-9]+,[0-9]+}},1)
// Under bitexact the order of a sum is the original's.
// RUN: %exact 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: FileCheck %s --check-prefix=EXACT --implicit-check-not='addSlices<' < %t.trace
// EXACT: _support::{{.*}}kernel{{.*}}<<<({{[0-9]+,[0-9]+}},1)
#define ELEMENT float
#define RESULT float
#define SHAPES {35, 70, 1043, 0, 2, 5}, {33, 68, 1100, 4, 0, 0}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void gemm_kernel(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda,
                            ELEMENT *b, int ldb, RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    c[i * ldc + j] *= beta;
    for (int l = 0; l < k; ++l)
      c[i * ldc + j] += alpha * a[i * lda + l] * b[l * ldb + j];
  }
}

void product(int m, int n, int k, float alpha, float beta, ELEMENT *a, int lda, ELEMENT *b, int ldb,
             RESULT *c, int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, alpha, beta, a, lda, b,
                                                                 ldb, c, ldc);
}
