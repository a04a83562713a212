// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// Tiles in shared memory, of which each thread has several columns.
#include "program.h"
#define TILE 8
#define COARSE 4

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float tileA[TILE][TILE];
  __shared__ float tileB[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int first = blockIdx.x * TILE * COARSE + threadIdx.x;
  float sums[COARSE];
  for (int part = 0; part < COARSE; ++part)
    sums[part] = 0.0f;
  for (int phase = 0; phase < (k + TILE - 1) / TILE; ++phase) {
    int along = phase * TILE + threadIdx.x, down = phase * TILE + threadIdx.y;
    tileA[threadIdx.y][threadIdx.x] = row < m && along < k ? a[row * k + along] : 0.0f;
    for (int part = 0; part < COARSE; ++part) {
      int column = first + part * TILE;
      tileB[threadIdx.y][threadIdx.x] = down < k && column < n ? b[down * n + column] : 0.0f;
      __syncthreads();
      for (int step = 0; step < TILE; ++step)
        sums[part] += tileA[threadIdx.y][step] * tileB[step][threadIdx.x];
      __syncthreads();
    }
  }
  for (int part = 0; part < COARSE; ++part) {
    int column = first + part * TILE;
    if (row < m && column < n)
      c[row * n + column] = sums[part];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(2, 6), dim3(TILE, TILE)>>>(a, b, c, Rows, Columns, Steps);
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
// CHECK-NEXT:   threads  %m = blockIdx.y * 8 + threadIdx.y, %n = (blockIdx.x * 4 + i) * 8 + threadIdx.x
// CHECK-NEXT:   derived  padding_of_last_tile = 8 * (long long)(((long long)k + 7) / 8) > k ? 0.0f : -0.0f
// CHECK-NEXT:   constant COARSE = 4
// CHECK-NEXT:   constant TILE = 8
// CHECK-NEXT:   launch   line 38
// CHECK-NEXT:   requires blockDim.x == 8
// CHECK-NEXT:   requires blockDim.y == 8
// CHECK-NEXT:   requires 2147483672 >= 32 * gridDim.x
// CHECK-NEXT:   requires 2147483648 >= 8 * (((long long)k + 7) / 8)
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 8 * gridDim.y >= m
