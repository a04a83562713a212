// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles of a transposed operand, stored and read across.
#include "program.h"

constexpr int Tile = 16;

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[Tile][Tile + 1], Bs[Tile][Tile + 1];
  int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (k - 1) / Tile + 1; ++t) {
    As[threadIdx.x][threadIdx.y] = 0;
    if (row < m && t * Tile + threadIdx.x < k)
      As[threadIdx.x][threadIdx.y] = a[row * k + t * Tile + threadIdx.x];
    if (t * Tile + threadIdx.y < k && column < n)
      Bs[threadIdx.y][threadIdx.x] = b[(t * Tile + threadIdx.y) * n + column];
    else
      Bs[threadIdx.y][threadIdx.x] = 0;
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      sum += As[l][threadIdx.y] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(Rows, Columns, Steps, a, b,
                                                                      c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum + padding_of_last_tile
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   derived  padding_of_last_tile = 16 * (long long)(((long long)k - 1) / 16) + 16 > k ? 0.0f : -0.0f
// CHECK-NEXT:   constant Tile = 16
// CHECK-NEXT:   launch   line 31
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires k + 4294967280 >= 16 * gridDim.y * k + 16 * (((long long)k - 1) / 16)
// CHECK-NEXT:   requires 4294967296 >= 16 * (((long long)k - 1) / 16) * n + 16 * gridDim.x + 15 * n
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 16 * gridDim.y >= m
