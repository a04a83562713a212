// RUN: %original
// RUN: %close 'split<bf16x6>,tensorize<wgmma;128>,symmetric' --numerics=fp32 --arch=sm_90a
// Two matrices in a step, each by its own transpose: the left and the right half of one.
#define ELEMENT float
#define RESULT float
#define OWN_TRANSPOSE
#define TRANSPOSED_B
#define SHAPES {139, 139, 518, 3, 3, 5}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void syrk_kernel(int n, int k, float alpha, float beta, const float *p, const float *q,
                            int ld, float *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += alpha * p[i * ld + l] * p[j * ld + l] + alpha * q[i * ld + l] * q[j * ld + l];
    c[i * ldc + j] = beta * c[i * ldc + j] + sum;
  }
}

void product(int m, int, int k, float alpha, float beta, float *a, int lda, float *, int, float *c,
             int ldc) {
  const int half = k / 2;
  syrk_kernel<<<dim3((m + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, half, alpha, beta, a, a + half,
                                                                 lda, c, ldc);
}
