// RUN: %original
// RUN: env PACKED=1 %exact 'tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a
// Rows that begin anywhere are copied first, where the launch is no graph's.
// RUN: env CAPTURED=lent WARPSMITH_EMULATOR_TRACE=1 %t.rewritten %t.result > %t.captured 2>&1 || cat %t.captured
// RUN: cmp %t.original %t.result
// RUN: FileCheck %s --input-file=%t.captured --implicit-check-not='launch of gemm_kernel(' --implicit-check-not=packOperands
// CHECK-COUNT-4: _support::{{.*}}kernel<
#define ELEMENT float
#define RESULT float
#define SHAPES {131, 97, 35, 3, 5, 7}, {65, 70, 259, 0, 0, 0}, {5, 6, 3, 2, 1, 4}
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
