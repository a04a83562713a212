// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// An operand that is rounded before it is multiplied, and one that is cut off.
#include "program.h"

// CHECK: step     sum + (double)(float)A * (double)(short)B
__global__ void gemm(int m, int n, int k, const double *a, const int *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  double sum = 0;
  for (int l = 0; l < k; ++l)
    sum += (float)a[i * k + l] * (double)(short)b[l * n + j];
  c[i * n + j] = sum;
}

int main() {
  double *a = randomArray<double>(17), *c = randomArray<double>(11);
  int *b = randomArray<int>(5);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
