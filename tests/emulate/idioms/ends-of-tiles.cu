// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Tiles are filled with zeros, and their steps end where the sum does.
#include "program.h"

// CHECK: contraction tiled
// CHECK: %k < k
// CHECK: step     sum + A * B
__global__ void tiled(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[8][8], tb[8][8];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  float sum = 0;
  for (int l = 0; l < k; l += 8) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < min(8, k - l); ++s)
      sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  tiled<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
