// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Each thread's loop over columns ends at its own row, which bounds the columns of all.
#include "program.h"

__global__ void products(int m, int n, const float *data, float *c) {
  int j1 = blockIdx.x * blockDim.x + threadIdx.x;
  if (j1 < m)
    for (int j2 = 0; j2 <= j1; j2++) {
      float sum = 0;
      for (int i = 0; i < n; i++)
        sum += data[i * m + j1] * data[i * m + j2];
      c[j1 * m + j2] = sum;
    }
}

int main() {
  float *data = randomArray<float>(17), *c = randomArray<float>(11);
  products<<<3, 16>>>(Columns, Rows, data, c);
  printArray(c);
}

// CHECK: contraction products
// CHECK-NEXT:   domain   %m < m, %n < m, %k < n, %m >= %n
// CHECK-NEXT:   A        data[%k * m + %m]: f32
// CHECK-NEXT:   B        data[%k * m + %n]: f32
// CHECK-NEXT:   C        c[%m * m + %n]: f32
// CHECK:   threads  %m = blockIdx.x * blockDim.x + threadIdx.x, %n = loop of each thread
// CHECK-NEXT:   launch
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= m
