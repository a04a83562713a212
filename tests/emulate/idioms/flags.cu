// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A flag that conditions clear, and one that is a truth value; tiles whose zeros come first.
#include "program.h"

constexpr int Tile = 8;

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float x[Tile][Tile], y[Tile][Tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int column = blockIdx.x * Tile, row = blockIdx.y * Tile;
  int valid = 1;
  bool inside = true;
  if (column + tx >= n || row + ty >= m) {
    valid = 0;
  }
  if (row + ty >= m)
    inside = false;
  float sum = 0.0f;
  for (int l = 0; l < k; l += Tile) {
    if (l + tx >= k || row + ty >= m)
      x[ty][tx] = 0.0f;
    else
      x[ty][tx] = a[(row + ty) * k + l + tx];
    if (l + ty >= k || column + tx >= n)
      y[ty][tx] = 0.0f;
    else
      y[ty][tx] = b[(l + ty) * n + column + tx];
    __syncthreads();
    for (int e = 0; e < Tile; ++e)
      sum += x[ty][e] * y[e][tx];
    __syncthreads();
  }
  if (valid && inside)
    c[(row + ty) * n + column + tx] = sum;
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
