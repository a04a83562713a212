// RUN: %original
// RUN: %exact 'tensorize<wgmma;256>,symmetric' --arch=sm_90a
// A' * A of 8-bit integers, exactly; every element of C has an old value of its own. Clusters of
// two tiles, of which one may lie above the diagonal.
#define ELEMENT signed char
#define RESULT int
#define SCALAR int
#define OWN_TRANSPOSE
#define TRANSPOSED_A
#define SHAPES {300, 300, 70, 0, 0, 0}, {129, 129, 35, 3, 3, 7}, {1034, 1034, 5, 0, 0, 1}
#include "driver.h"
const bool UsesAlpha = true, UsesBeta = true;

__global__ void syrk_kernel(int n, int k, int alpha, int beta, const signed char *a, int lda,
                            int *c, int ldc) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[l * lda + i] * a[l * lda + j];
    c[i * ldc + j] = beta * c[i * ldc + j] + alpha * sum;
  }
}

void product(int m, int, int k, int alpha, int beta, signed char *a, int lda, signed char *, int,
             int *c, int ldc) {
  syrk_kernel<<<dim3((m + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(m, k, alpha, beta, a, lda, c, ldc);
}
