// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// A block of threads has four rows; integers.
#include "program.h"

__global__ void gemm(int m, int n, int k, const int *a, const int *b, int *c) {
  int i = blockIdx.y * 4, j = blockIdx.x * blockDim.x + threadIdx.x;
  int sums[4] = {0, 0, 0, 0};
  if (j < n) {
    for (int l = 0; l < k; ++l) {
      int shared = b[l * n + j];
#pragma unroll
      for (int part = 0; part < 4; ++part)
        sums[part] += a[(i + part) * k + l] * shared;
    }
    for (int part = 0; part < 4; ++part)
      if (i + part < m)
        c[(i + part) * n + j] = sums[part];
  }
}

int main() {
  int *a = randomArray<int>(17), *b = randomArray<int>(5), *c = randomArray<int>(11);
  gemm<<<dim3(2, 12), dim3(32)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: i32
// CHECK-NEXT:   B        b[%k * n + %n]: i32
// CHECK-NEXT:   C        c[%m * n + %n]: i32
// CHECK-NEXT:   start    0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      i32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 4 + i, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 25
// CHECK-NEXT:   requires blockDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 4 * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
