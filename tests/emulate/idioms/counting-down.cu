// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A loop that counts down: its sum is in another order.
#include "program.h"

__global__ void gemm(int m, int n, int k, const int *a, const int *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = k - 1; l >= 0; --l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  int *a = randomArray<int>(17), *b = randomArray<int>(5), *c = randomArray<int>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
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
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   order    the original sums from the last step to the first
// CHECK-NEXT:   launch   line 19
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
