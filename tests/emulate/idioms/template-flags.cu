// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A template on tile size and a flag.
#include "program.h"

template <int BLOCK, bool TRANS>
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * BLOCK + threadIdx.x;
  int i = blockIdx.y * BLOCK + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (TRANS ? a[l * m + i] : a[i * k + l]) * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<8, false><<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  gemm<16, true><<<dim3(3, 3), dim3(16, 16)>>>(Rows, Columns, Steps, a, b, c + 4000);
  printArray(c);
}

// CHECK: contraction gemm<8, false>
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 8 + threadIdx.y, %n = blockIdx.x * 8 + threadIdx.x
// CHECK-NEXT:   launch   line 20
// CHECK-NEXT:   launch   line 21
// CHECK-NEXT:   requires blockDim.x == 8
// CHECK-NEXT:   requires blockDim.y == 8
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 8 * gridDim.y >= m
// CHECK-NEXT:   requires 8 * gridDim.x >= n
// CHECK: contraction gemm<16, true>
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%k * m + %m]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   launch   line 20
// CHECK-NEXT:   launch   line 21
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 16 * gridDim.y >= m
// CHECK-NEXT:   requires 16 * gridDim.x >= n
