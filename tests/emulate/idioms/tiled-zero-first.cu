// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Tiles whose zeros come first: the condition says where an index is out of range. The tiles' width
// is first told by the loop.
#include "program.h"

#define TILE 8

__global__ void alongTheSum(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * blockDim.y + ty, column = blockIdx.x * blockDim.x + tx;
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    if (t + tx >= k)
      As[ty][tx] = 0.0f;
    else
      As[ty][tx] = a[row * k + t + tx];
    Bs[ty][tx] = t + ty >= k ? 0.0f : b[(t + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

__global__ void onAllSides(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * blockDim.y + ty, column = blockIdx.x * blockDim.x + tx;
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    if (row >= m || t + tx >= k)
      As[ty][tx] = 0.0f;
    else
      As[ty][tx] = a[row * k + t + tx];
    Bs[ty][tx] = (t + ty >= k || column >= n) ? 0.0f : b[(t + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

__global__ void keptInVariables(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * blockDim.y + ty, column = blockIdx.x * blockDim.x + tx;
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    const bool inA = row < m && t + tx < k, inB = t + ty < k && column < n;
    if (!inA)
      As[ty][tx] = 0.0f;
    else
      As[ty][tx] = a[row * k + t + tx];
    Bs[ty][tx] = !inB ? 0.0f : b[(t + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (!(row >= m || column >= n))
    c[row * n + column] = sum;
}

// A ends with its columns, B with its rows.
__global__ void twoSizes(int m, int n, int columnsOfA, int rowsOfB, const float *a, const float *b,
                         float *c) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * blockDim.y + ty, column = blockIdx.x * blockDim.x + tx;
  float sum = 0.0f;
  for (int t = 0; t < columnsOfA; t += TILE) {
    As[ty][tx] = row < m && t + tx < columnsOfA ? a[row * columnsOfA + t + tx] : 0.0f;
    Bs[ty][tx] = t + ty < rowsOfB && column < n ? b[(t + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(TILE, TILE);
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  alongTheSum<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  onAllSides<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  keptInVariables<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  twoSizes<<<grid, block>>>(Rows, Columns, Steps, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction alongTheSum
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: contraction onAllSides
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: contraction keptInVariables
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: contraction twoSizes
// CHECK-NEXT:   domain   %m < m, %n < n, %k < columnsOfA
// CHECK: requires columnsOfA == rowsOfB
