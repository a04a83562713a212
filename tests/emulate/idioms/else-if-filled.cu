// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles whose zeros are stored by `else if`, by the threads that have a place in the tile.
#include "program.h"

constexpr int Tile = 8;

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float x[8][Tile], y[Tile][8];
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (k - 1) / Tile + 1; ++t) {
    if (i < m && t * Tile + threadIdx.x < k && threadIdx.x < Tile)
      x[threadIdx.y][threadIdx.x] = a[i * k + t * Tile + threadIdx.x];
    else if (threadIdx.y < 8 && threadIdx.x < Tile)
      x[threadIdx.y][threadIdx.x] = 0.0f;
    if (t * Tile + threadIdx.y < k && j < n && threadIdx.y < Tile)
      y[threadIdx.y][threadIdx.x] = b[(t * Tile + threadIdx.y) * n + j];
    else if (threadIdx.y < Tile && threadIdx.x < 8)
      y[threadIdx.y][threadIdx.x] = 0.0f;
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK: requires blockDim.x == 8
