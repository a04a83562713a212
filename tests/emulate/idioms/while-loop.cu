// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A while loop, with the accumulator declared outside.
#include "program.h"

__global__ void gemm(int m, int n, int k, const double *a, const double *b, double *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  double sum = 0;
  int l = 0;
  while (l < k) {
    const double x = a[i * k + l], y = b[l * n + j];
    sum += x * y;
    l = l + 1;
  }
  c[i * n + j] = sum;
}

int main() {
  double *a = randomArray<double>(17), *b = randomArray<double>(5), *c = randomArray<double>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f64
// CHECK-NEXT:   B        b[%k * n + %n]: f64
// CHECK-NEXT:   C        c[%m * n + %n]: f64
// CHECK-NEXT:   start    0.0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f64, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 23
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
