// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// An index macro and a macro for the bound.
#include "program.h"

#define IDX(i, j, ld) (((j) * (ld)) + (i))
#define INSIDE(i, j) ((i) < m && (j) < n)

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (INSIDE(i, j)) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[IDX(i, l, m)] * b[IDX(l, j, k)];
    c[IDX(i, j, m)] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < n, %n < m, %k < k
// CHECK-NEXT:   A        b[%m * k + %k]: f32
// CHECK-NEXT:   B        a[%k * m + %n]: f32
// CHECK-NEXT:   C        c[%m * m + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + B * A
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= n
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= m
