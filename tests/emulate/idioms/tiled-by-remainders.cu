// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A thread's place in the tile is the remainder of its index in the grid.
#include "program.h"

constexpr int Tile = 8;

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float x[Tile][Tile], y[Tile][Tile];
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  const int tx = j % Tile, ty = i % Tile;
  float sum = 0.0f;
  for (int t = 0; t < (k + Tile - 1) / Tile; ++t) {
    x[ty][tx] = i < m && t * Tile + tx < k ? a[i * k + t * Tile + tx] : 0.0f;
    y[ty][tx] = j < n && t * Tile + ty < k ? b[(t * Tile + ty) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      sum += x[ty][l] * y[l][tx];
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
// CHECK: requires blockDim.x == 8
