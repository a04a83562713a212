// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Assertions on the launch and on sizes, and arrays that are read by macros of their own names.
#include "program.h"
#include <cassert>

#define A(i, j) A[(i) * k + (j)]
#define B(i, j) B[(i) * n + (j)]

__global__ void gemm(int m, int n, int k, const float *A, const float *B, float *c) {
  assert(blockDim.x == 8);
  assert(k > 0);
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += A(i, l) * B(l, j);
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: A        A[%m * k + %k]: f32
// CHECK-NEXT:   B        B[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
