// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Numbered in one dimension, guarded by row.
#include "program.h"

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  unsigned int id = threadIdx.x + blockIdx.x * blockDim.x;
  int row = id / n, column = id - row * n;
  if (row < m) {
    c[row * n + column] = 0;
    for (int l = 0; l < k; ++l)
      c[row * n + column] = c[row * n + column] + a[row * k + l] * b[l * n + column];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<(Rows * Columns + 63) / 64, 64>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, in C at every step
// CHECK-NEXT:   threads  %m = (blockIdx.x * blockDim.x + threadIdx.x) / n, %n = (blockIdx.x * blockDim.x + threadIdx.x) % n
// CHECK-NEXT:   launch   line 18
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= m * n
