// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A declaration with other parameters, which an old header has, and which nothing defines or calls.
#include "program.h"

__global__ void gemm(int *a, int *b, int m, int n, int k);

__global__ void gemm(int *a, int *b, int *c, int m, int n, int k) {
  const unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    c[i * n + j] = 0;
    for (int l = 0; l < k; l++)
      c[i * n + j] += a[i * k + l] * b[l * n + j];
  }
}

int main() {
  int *a = randomArray<int>(17), *b = randomArray<int>(5), *c = randomArray<int>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: i32
// CHECK-NEXT:   B        b[%k * n + %n]: i32
// CHECK-NEXT:   C        c[%m * n + %n]: i32
