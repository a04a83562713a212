// RUN: %original
// RUN: %everyTileClose 'split<fp16x3;narrow>,tensorize<wgmma>,symmetric' --numerics=fp32 --arch=sm_90a
// A matrix by its own transpose: tiles that the diagonal crosses, some that lie below it, and C's
// rows further apart than they are long.
#define ELEMENT float
#define RESULT float
#define OWN_TRANSPOSE
#define TRANSPOSED_B
#define SHAPES {330, 330, 256, 0, 0, 0}, {139, 139, 259, 3, 3, 5}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void syrk_kernel(int n, int k, float alpha, float beta, const float *a, int lda,
                            float *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += alpha * a[i * lda + l] * a[j * lda + l];
    c[i * ldc + j] = beta * c[i * ldc + j] + sum;
  }
}

void product(int m, int, int k, float alpha, float beta, float *a, int lda, float *, int, float *c,
             int ldc) {
  syrk_kernel<<<dim3((m + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, k, alpha, beta, a, lda, c, ldc);
}
