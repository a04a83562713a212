// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// One thread an element, numbered in one dimension.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  int row = index / n;
  int column = index % n;
  if (index >= m * n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; l++)
    sum += a[row * k + l] * b[l * n + column];
  c[index] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<(Rows * Columns + 127) / 128, 128>>>(Rows, Columns, Steps, a, b, c);
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
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (blockIdx.x * blockDim.x + threadIdx.x) / n, %n = (blockIdx.x * blockDim.x + threadIdx.x) % n
// CHECK-NEXT:   launch   line 20
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= m * n
