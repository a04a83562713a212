// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// The triangle below the diagonal, stored on both sides; the diagonal stays as it was.
#include "program.h"

__global__ void covariance(int m, int n, const float *data, float *symmat) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 < m)
    for (int j2 = 0; j2 < j1; j2++) {
      float sum = 0;
      for (int i = 0; i < n; i++)
        sum += data[i * m + j1] * data[i * m + j2];
      symmat[j1 * m + j2] = sum;
      symmat[j2 * m + j1] = sum;
    }
}

int main() {
  float *data = randomArray<float>(17), *symmat = randomArray<float>(11);
  covariance<<<3, 16>>>(Columns, Rows, data, symmat);
  printArray(symmat);
}

// CHECK: contraction covariance
// CHECK-NEXT:   domain   %m < m, %n < m, %k < n, %m != %n
// CHECK-NEXT:   A        data[%k * m + %m]: f32
// CHECK-NEXT:   B        data[%k * m + %n]: f32
// CHECK-NEXT:   C        symmat[%m * m + %n]: f32
