// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Functions fill the tiles in shared memory and wait for each other's threads.
#include "program.h"

#define TILE 8

__device__ void fill(float tile[TILE][TILE], const float *from, int rows, int columns, int row,
                     int column) {
  float value = 0.0f;
  if (row < rows && column < columns)
    value = from[row * columns + column];
  tile[threadIdx.y][threadIdx.x] = value;
}
__device__ void fillBoth(float As[TILE][TILE], float Bs[TILE][TILE], const float *a, const float *b,
                         int m, int n, int k, int row, int column, int step) {
  fill(As, a, m, k, row, step + threadIdx.x);
  fill(Bs, b, k, n, step + threadIdx.y, column);
  __syncthreads();
}

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int step = 0; step < k; step += TILE) {
    fillBoth(As, Bs, a, b, m, n, k, row, column, step);
    for (int l = 0; l < TILE; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(TILE, TILE)>>>(a, b, c, Rows, Columns,
                                                                      Steps);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
