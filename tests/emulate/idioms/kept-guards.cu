// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// Guards kept in variables, as they were where the variable was set.
#include "program.h"

__global__ void conjunction(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < m && j < n;
  if (inside) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: contraction conjunction
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x

// OTHERS: contraction updated
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
__global__ void updated(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  bool valid = true;
  valid = valid && i < m;
  valid &= j < n;
  if (!valid)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// OTHERS: contraction outside
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
__global__ void outside(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  int beyond = i >= m;
  beyond |= (j >= n);
  const bool skip = beyond;
  if (skip)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// What it was: the bound and the index are others afterwards.
// OTHERS: contraction changed
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
__global__ void changed(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  const bool above = i < m, left = (i < m) & (j < n);
  const int row = i * n;
  i = i * k;
  m = 1;
  if (above && left) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i + l] * b[l * n + j];
    c[row + j] = sum;
  }
}

__device__ bool isInside(int i, int j, int m, int n) {
  return i < m && j < n;
}

// Tiles that threads beyond the end fill with zeros.
// OTHERS: contraction tiled
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
__global__ void tiled(int m, int n, int k, bool twice, const float *a, const float *b, float *c) {
  __shared__ float x[16][16], y[16][16];
  const int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  const bool inside = isInside(i, j, m, n), doubled = twice == true;
  const bool row = i < m, column = j < n;
  float sum = 0.0f;
  for (int tile = 0; tile < k; tile += 16) {
    const bool inA = row && tile + threadIdx.x < k, inB = column && tile + threadIdx.y < k;
    x[threadIdx.y][threadIdx.x] = inA ? a[i * k + tile + threadIdx.x] : 0.0f;
    y[threadIdx.y][threadIdx.x] = inB ? b[(tile + threadIdx.y) * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (inside)
    c[i * n + j] = doubled ? 2.0f * sum : sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(16, 16), grid((Columns + 15) / 16, (Rows + 15) / 16);
  conjunction<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  updated<<<grid, block>>>(Rows, Columns, Steps, b, a, c);
  printArray(c);
  outside<<<grid, block>>>(Rows, Columns, Steps, a, a, c);
  printArray(c);
  changed<<<grid, block>>>(Rows, Columns, Steps, b, b, c);
  printArray(c);
  tiled<<<grid, block>>>(Rows, Columns, Steps, true, a, b, c);
  printArray(c);
}
