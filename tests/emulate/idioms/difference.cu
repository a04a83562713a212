// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Products that are subtracted from C, as in the update of an LU factorisation.
#include "program.h"

// CHECK: step     sum - A * B
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  for (int l = 0; l < k; ++l)
    c[i * n + j] -= a[i * k + l] * b[l * n + j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
