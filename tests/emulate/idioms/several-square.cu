// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// Two rows and two columns a thread, in an array of arrays; the columns lie a block apart.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, const float *bias,
                     float *c) {
  int i = (blockIdx.y * blockDim.y + threadIdx.y) * 2;
  int j = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  float sums[2][2] = {};
  for (int l = 0; l < k; ++l)
    for (int u = 0; u < 2; ++u)
      for (int v = 0; v < 2; ++v)
        if (i + u < m && j + v * blockDim.x < n)
          sums[u][v] += a[(i + u) * k + l] * b[l * n + j + v * blockDim.x];
  for (int u = 0; u < 2; ++u)
    for (int v = 0; v < 2; ++v)
      if (i + u < m && j + v * blockDim.x < n)
        c[(i + u) * n + j + v * blockDim.x] = fmaxf(sums[u][v] + bias[i + u], 0.0f);
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, randomArray<float>(3), c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   E0       bias[%m]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   fmaxf(sum + E0, 0.0f)
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 2 * blockDim.y + threadIdx.y * 2 + i, %n = (blockIdx.x * 2 + i) * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 25
// CHECK-NEXT:   requires blockDim.x + 2147483648 >= 2 * blockDim.x * gridDim.x
// CHECK-NEXT:   requires n + 4294967296 >= 2 * blockDim.x * gridDim.x + k * n
// CHECK-NEXT:   requires n + 4294967296 >= 2 * blockDim.y * gridDim.y * n + 2 * blockDim.x * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 2 * blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires 2 * blockDim.x * gridDim.x >= n
