// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// The number of tiles is calculated in floating point. Division by a power of two is exact there.
#include "program.h"
#include <cmath>

#define TILE 8
#define TILES_AND_SUM                                                                              \
  As[ty][tx] = row < m && t * TILE + tx < k ? a[row * k + t * TILE + tx] : 0.0f;                   \
  Bs[ty][tx] = column < n && t * TILE + ty < k ? b[(t * TILE + ty) * n + column] : 0.0f;           \
  __syncthreads();                                                                                 \
  for (int l = 0; l < TILE; ++l)                                                                   \
    sum += As[ty][l] * Bs[l][tx];                                                                  \
  __syncthreads();

__global__ void upFloat(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < ceil(k / (float)TILE); ++t) {
    TILES_AND_SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void upDouble(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < ceil((double)k / TILE); ++t) {
    TILES_AND_SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void casts(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  int tiles = static_cast<int>(std::ceil(static_cast<float>(k) / TILE));
  for (int t = 0; t < tiles; ++t) {
    TILES_AND_SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void without(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < k / (float)TILE; ++t) {
    TILES_AND_SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
__global__ void timesOne(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  unsigned tiles = (unsigned)ceilf(1.0f * k / TILE);
  for (int t = 0; t < tiles; ++t) {
    TILES_AND_SUM
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(TILE, TILE);
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  upFloat<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  upDouble<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  casts<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  without<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  timesOne<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction upFloat
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: requires 8 * gridDim.y >= m
// CHECK: contraction upDouble
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: requires 8 * gridDim.y >= m
// CHECK: contraction casts
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: requires 8 * gridDim.y >= m
// CHECK: contraction without
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: requires 8 * gridDim.y >= m
// CHECK: contraction timesOne
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: requires 8 * gridDim.y >= m
