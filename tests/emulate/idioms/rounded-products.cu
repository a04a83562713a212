// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Products and sums that are never contracted, by the source's own word.
#include "program.h"

// CHECK: step     __fadd_rn(sum, __fmul_rn(A, B))
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum = __fadd_rn(sum, __fmul_rn(a[i * k + l], b[l * n + j]));
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
