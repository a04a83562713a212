// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Strided batches by blockIdx.z.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, long strideA, const float *b,
                     long strideB, float *c, long strideC, int batches) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int batch = blockIdx.z;
  if (i < m && j < n && batch < batches) {
    const float *A = a + batch * strideA;
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += A[i * k + l] * b[batch * strideB + l * n + j];
    c[batch * strideC + i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6, 5), dim3(16, 8)>>>(Rows, Columns, Steps, a, Rows * Steps + 3, b, 0, c,
                                       Rows * Columns + 100, 5);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k, %b < batches
// CHECK-NEXT:   A        a[%b * strideA + %m * k + %k]: f32
// CHECK-NEXT:   B        b[%b * strideB + %k * n + %n]: f32
// CHECK-NEXT:   C        c[%b * strideC + %m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK-NEXT:   requires gridDim.z >= batches
