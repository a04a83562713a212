// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline'
// RUN: %same rewritten 'tile<32;32;16;4;4>' --numerics=fp32
// RUN: %contraction
// RUN: not warpsmith %s --passes='tile<32;32;16;4;4>,interleave-fp64<8/32>' --numerics=fp32 -o %t.cu -- %flags 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not warpsmith %s --passes='tile,tensorize<wmma>' --numerics=fp16 -o %t.cu -- %flags 2>&1 | FileCheck %s --check-prefix=PASS
// Elements of doubles that are rounded to float before they are multiplied.
#include "program.h"

__global__ void gemm(int m, int n, int k, const double *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += (float)a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  double *a = randomArray<double>(17);
  float *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// PASS: the original rounds FP64 operands to float

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f64
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + (float)A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
