// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Unsigned counters that are compared with signed sizes: what they count up to fits into their
// type.
#include "program.h"

#define INSIDE                                                                                     \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i >= m || j >= n)                                                                            \
    return;                                                                                        \
  float sum = 0;

// CHECK: contraction counted
__global__ void counted(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (unsigned l = 0; l < k; l++)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// CHECK: contraction inTiles
__global__ void inTiles(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[8][8], bs[8][8];
  const int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += 8) {
    as[threadIdx.y][threadIdx.x] =
        i < m && first + threadIdx.x < k ? a[i * k + first + threadIdx.x] : 0.0f;
    bs[threadIdx.y][threadIdx.x] =
        first + threadIdx.y < k && j < n ? b[(first + threadIdx.y) * n + j] : 0.0f;
    __syncthreads();
    for (unsigned l = 0; l < 8; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

// CHECK: contraction narrow
// CHECK: requires 255 >= k
__global__ void narrow(int m, int n, int k, const float *a, const float *b, float *c) {
  INSIDE
  for (unsigned char l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(3), *b = randomArray<float>(7), *c = randomArray<float>(9);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  counted<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  inTiles<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  narrow<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
