// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Sums in the thread's own element of shared memory, and in elements that a variable counts.
#include "program.h"
#define T 16

__global__ void inShared(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[T][T], tb[T][T], sums[T][T];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  sums[y][x] = 0;
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    ta[y][x] = i < m && t * T + x < k ? a[i * k + t * T + x] : 0;
    tb[y][x] = j < n && t * T + y < k ? b[(t * T + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sums[y][x] += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sums[y][x];
}

__global__ void counted(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = (blockIdx.y * blockDim.y + threadIdx.y) * 2, count;
  int j = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  float sums[4] = {0};
  for (int t = 0; t < k; ++t) {
    count = 0;
    for (int u = 0; u < 2; ++u)
      for (int v = 0; v < 2; ++v) {
        sums[count] += a[(i + u) * k + t] * b[t * n + j + v];
        ++count;
      }
  }
  for (int u = 0; u < 2; ++u)
    for (int v = 0; v < 2; ++v)
      if (i + u < m && j + v < n)
        c[(i + u) * n + j + v] = sums[u * 2 + v];
}

int main() {
  const float *const a = randomArray<float>(1), *const b = randomArray<float>(2);
  float *const c = randomArray<float>(3);
  const dim3 block(T, T);
  inShared<<<dim3(3, 3), block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  inShared<<<dim3(3, 3), block>>>(Rows, Columns, 0, a, b, c);
  printArray(c);
  counted<<<dim3(2, 2), block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  counted<<<dim3(1, 2), block>>>(Rows, Columns, Steps, a, b, c); // some of the columns
  printArray(c);
}

// CHECK-LABEL: contraction inShared
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-LABEL: contraction counted
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
