// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Arrays of arrays and a pointer to an array.
#include "program.h"

#define M 45
#define N 37
#define K 29

__global__ void gemm(const float a[M][K], const float (*b)[N], float c[][N]) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < M && j < N) {
    c[i][j] = 0;
    for (int l = 0; l < K; ++l)
      c[i][j] += a[i][l] * b[l][j];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>((float (*)[K])a, (float (*)[N])b, (float (*)[N])c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < 45, %n < 37, %k < 29
// CHECK-NEXT:   A        (*a)[%k + 29 * %m]: f32
// CHECK-NEXT:   B        (*b)[37 * %k + %n]: f32
// CHECK-NEXT:   C        (*c)[37 * %m + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, in C at every step
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   constant K = 29
// CHECK-NEXT:   constant M = 45
// CHECK-NEXT:   constant N = 37
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= 45
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= 37
