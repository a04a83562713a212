// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Pointers that count the steps of a loop, alone and with tiles.
#include "program.h"

__global__ void plain(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0.0f;
    const float *column = b + j;
    const float *end = a + (i + 1) * k;
    for (const float *p = a + i * k; p < end; ++p, column += n)
      sum += *p * *column;
    c[i * n + j] = sum;
  }
}

__global__ void tiled(int m, int n, int k, float *a, float *b, float *c) {
  __shared__ float rows[8][8], columns[8][8];
  const int i = threadIdx.y, j = threadIdx.x;
  float *begin = a + blockIdx.y * 8 * k, *end = begin + k;
  float *p, *q = b + blockIdx.x * 8;
  float sum = 0.0f;
  for (p = begin; p < end; p += 8, q += 8 * n) {
    rows[i][j] = p[i * k + j];
    columns[i][j] = q[i * n + j];
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      sum += rows[i][l] * columns[l][j];
    __syncthreads();
  }
  c[(blockIdx.y * 8 + i) * n + blockIdx.x * 8 + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  plain<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  tiled<<<dim3(5, 6), dim3(8, 8)>>>(48, 40, 32, a, b, c);
  printArray(c);
}

// CHECK: contraction plain
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 38
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK-NEXT: contraction tiled
// CHECK-NEXT:   domain   %m < 8 * gridDim.y, %n < 8 * gridDim.x, %k < 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 8 + threadIdx.y, %n = blockIdx.x * 8 + threadIdx.x
// CHECK-NEXT:   launch   line 40
// CHECK-NEXT:   requires blockDim.x == 8
// CHECK-NEXT:   requires blockDim.y == 8
// CHECK-NEXT:   requires 8 * k + 4294967295 >= 8 * gridDim.y * k
