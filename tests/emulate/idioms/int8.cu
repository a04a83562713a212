// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// 8-bit integers summed in 32 bits.
#include "program.h"

__global__ void gemm(int m, int n, int k, const signed char *a, const signed char *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (int)a[i * k + l] * (int)b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  auto *a = (signed char *)randomArray<float>(17), *b = (signed char *)randomArray<float>(5);
  int *c = randomArray<int>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: i8
// CHECK-NEXT:   B        b[%k * n + %n]: i8
// CHECK-NEXT:   C        c[%m * n + %n]: i32
// CHECK-NEXT:   start    0
// CHECK-NEXT:   step     sum + (int)A * (int)B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      i32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 20
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
