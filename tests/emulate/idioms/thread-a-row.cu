// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// One thread a row.
#include "program.h"

__global__ void gemm(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    for (int j = 0; j < n; j++) {
      float sum = 0.0f;
      for (int l = 0; l < k; l++)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = alpha * sum;
    }
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<3, 16>>>(Rows, Columns, Steps, 1.25f, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   alpha * sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.x * blockDim.x + threadIdx.x, %n = loop of each thread
// CHECK-NEXT:   launch   line 20
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= m
