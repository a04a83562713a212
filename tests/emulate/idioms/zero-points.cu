// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Quantised operands with zero points.
#include "program.h"

// CHECK: step     sum + ((int)A - {{.*}}) * ((int)B - {{.*}})
__global__ void gemm(int m, int n, int k, const signed char *a, const signed char *b, int *c,
                     int zeroA, int zeroB) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  int sum = 0;
  for (int l = 0; l < k; ++l)
    sum += (a[i * k + l] - zeroA) * (b[l * n + j] - zeroB);
  c[i * n + j] = sum;
}

int main() {
  signed char *a = randomArray<signed char>(17), *b = randomArray<signed char>(5);
  int *c = randomArray<int>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c, 3, -5);
  printArray(c);
}
