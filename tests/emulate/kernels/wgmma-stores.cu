// RUN: %original
// RUN: env MULTIPROCESSORS=2 %everyTileClose 'tensorize<wgmma>' --numerics=fp16 --arch=sm_90a
// Blocks that take several tiles, each of few steps: what one tile's stores still read, the next
// tile's results must not overwrite. And where a tile has more steps than the ring, a warpgroup
// that does not wait for its turn reads too early. Nothing but the sum is stored.
#include <cuda_fp16.h>
#define ELEMENT __half
#define RESULT __half
#define ROUNDOFF 0x1p-11
#define SHAPES {520, 776, 24, 0, 0, 0}, {389, 264, 330, 2, 0, 8}
#include "driver.h"
const bool UsesAlpha = false, UsesBeta = false;

__global__ void gemm_kernel(int m, int n, int k, ELEMENT *a, int lda, ELEMENT *b, int ldb,
                            RESULT *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * lda + l] * (float)b[l * ldb + j];
    c[i * ldc + j] = sum;
  }
}

void product(int m, int n, int k, float, float, ELEMENT *a, int lda, ELEMENT *b, int ldb, RESULT *c,
             int ldc) {
  gemm_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, n, k, a, lda, b, ldb, c, ldc);
}
