// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// The textbook's tiles in shared memory, zero-filled at the edges; and with sizes of each matrix.
#include "program.h"

#define TILE 8

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    if (row < m && t * TILE + tx < k)
      As[ty][tx] = a[row * k + t * TILE + tx];
    else
      As[ty][tx] = 0.0f;
    Bs[ty][tx] = column < n && t * TILE + ty < k ? b[(t * TILE + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// OTHERS: contraction ofEach
// OTHERS-NEXT:   domain   %m < rowsOfC, %n < columnsOfC, %k < columnsOfA
// OTHERS:        requires rowsOfA >= rowsOfC
// OTHERS:        requires columnsOfA == rowsOfB
// OTHERS:        requires columnsOfB >= columnsOfC
__global__ void ofEach(const float *a, const float *b, float *c, int rowsOfA, int columnsOfA,
                       int rowsOfB, int columnsOfB, int rowsOfC, int columnsOfC) {
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (columnsOfA - 1) / TILE + 1; ++t) {
    const int step = t * TILE + threadIdx.x, stepOfB = t * TILE + threadIdx.y;
    x[threadIdx.y][threadIdx.x] =
        row < rowsOfA && step < columnsOfA ? a[row * columnsOfA + step] : 0.0f;
    y[threadIdx.y][threadIdx.x] =
        stepOfB < rowsOfB && column < columnsOfB ? b[stepOfB * columnsOfB + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (row < rowsOfC && column < columnsOfC)
    c[row * columnsOfC + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8);
  ofEach<<<grid, dim3(8, 8)>>>(a, b, c, Rows, Steps, Steps, Columns, Rows, Columns);
  printArray(c);
  // Rows of C that A does not have are zero: the original runs.
  ofEach<<<grid, dim3(8, 8)>>>(b, a, c, Rows - 3, Steps, Steps, Columns, Rows, Columns);
  printArray(c);
  ofEach<<<grid, dim3(8, 8)>>>(b, a, c, Rows, Steps, Steps - 2, Columns, Rows, Columns);
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
// CHECK-NEXT:   threads  %m = blockIdx.y * 8 + threadIdx.y, %n = blockIdx.x * 8 + threadIdx.x
// CHECK-NEXT:   derived  padding_of_last_tile = 8 * (long long)(((long long)k + 7) / 8) > k ? 0.0f : -0.0f
// CHECK-NEXT:   constant TILE = 8
// CHECK-NEXT:   launch   line 57
// CHECK-NEXT:   requires blockDim.x == 8
// CHECK-NEXT:   requires blockDim.y == 8
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires 8 * gridDim.y >= m
// CHECK-NEXT:   requires 8 * gridDim.x >= n
