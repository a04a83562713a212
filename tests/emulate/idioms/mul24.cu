// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// 24-bit multiplications of indices.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  const unsigned j = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  const int i = __mul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (i < m)
    if (j < n) {
      float sum = 0.0f;
      for (int l = 0; l < k; ++l)
        sum += __ldg(&a[i * k + l]) * __ldg(b + l * n + j);
      c[i * n + j] = sum;
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
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
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 20
// CHECK-NEXT:   requires 8388608 >= gridDim.x
// CHECK-NEXT:   requires n + 4294967296 >= blockDim.y * gridDim.y * n + blockDim.x * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
