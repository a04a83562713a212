// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// Indices that move on in an expression, and pointers that move on before they are read through.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    int l = 0;
    while (l < k) {
      const float x = a[i * k + l];
      sum += x * b[l++ * n + j];
    }
    c[i * n + j] = sum;
  }
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32

// OTHERS: contraction transposed
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
// OTHERS-NEXT:   A        a[%m * k + %k]: f32
// OTHERS-NEXT:   B        b[%n * k + %k]: f32
__global__ void transposed(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  const float *__restrict__ pa = a + i * k - 1;
  const float *const __restrict__ rows = b;
  const float *pb = rows + (j + 1) * k;
  pb -= k;
  float *__restrict__ out = c;
  unsigned place = i * n + j;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += *++pa * *pb++;
  out[place++] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(16, 8), grid((Columns + 15) / 16, (Rows + 7) / 8);
  gemm<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  transposed<<<grid, block>>>(Rows, Columns, Steps, b, a, c);
  printArray(c);
}
