// RUN: %original
// RUN: %close 'tile,pipeline<stages=2>,warp-specialize<dma=4>' --numerics=fp32 --arch=sm_90a
// RUN: env CAPTURED=owned WARPSMITH_EMULATOR_TRACE=1 %t.rewritten %t.result 2>&1 | FileCheck %s --implicit-check-not='launch of gemm_kernel('
// Sums of slices of k need memory, which is the graph's.
// CHECK: _support::{{.*}}kernel{{.*}}<<<({{[0-9]+,[0-9]+,([2-9]|[1-9][0-9])}})
// CHECK-NEXT: launch of {{.*}}addSlices<{{.*}}<<<({{[0-9]+}},1,1), (256,1,1)
#define ELEMENT float
#define RESULT float
#define ALIGNED
#define SHAPES {35, 70, 1043, 0, 2, 5}
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
