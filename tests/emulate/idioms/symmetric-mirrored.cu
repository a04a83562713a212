// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A triangle of a symmetric product, stored on both sides.
#include "program.h"

__global__ void covariance(int m, int n, const float *data, float *symmat) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 < m)
    for (int j2 = j1; j2 < m; j2++) {
      symmat[j1 * m + j2] = 0;
      for (int i = 0; i < n; i++)
        symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
      symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
}

int main() {
  float *data = randomArray<float>(17), *symmat = randomArray<float>(11);
  covariance<<<3, 16>>>(Columns, Rows, data, symmat);
  printArray(symmat);
}

// CHECK: contraction covariance
// CHECK-NEXT:   domain   %m < m, %n < m, %k < n
// CHECK-NEXT:   A        data[%k * m + %m]: f32
// CHECK-NEXT:   B        data[%k * m + %n]: f32
// CHECK-NEXT:   C        symmat[%m * m + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, in C at every step
// CHECK-NEXT:   threads  %m = blockIdx.x * blockDim.x + threadIdx.x, %n = loop of each thread
// CHECK-NEXT:   launch   line 19
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= m
