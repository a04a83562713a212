// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// One thread a column, the sum in the output itself.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i, l;
  if (j >= n)
    return;
  for (i = 0; i < m; i++) {
    c[i * n + j] = 0.0f;
    for (l = 0; l < k; l++)
      c[i * n + j] += a[i * k + l] * b[l * n + j];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<3, 16>>>(Rows, Columns, Steps, a, b, c);
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
// CHECK-NEXT:   threads  %m = loop of each thread, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 19
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
