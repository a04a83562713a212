// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// Several elements a thread, of which the first has the guard around all of them, and the others
// one of their own inside of it. Variables of inner loops are declared at the beginning, as in C.
#include "program.h"

#define EACH 3

__global__ void rows(int m, int n, int k, const float *a, const float *b, float *c) {
  int i, j, l, e;
  i = EACH * (blockIdx.y * blockDim.y + threadIdx.y);
  j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[EACH] = {0};
  if (i < m && j < n) {
    for (l = 0; l < k; l++) {
      sums[0] += a[i * k + l] * b[l * n + j];
      for (e = 1; e < EACH; e++) {
        if (i + e < m)
          sums[e] += a[(i + e) * k + l] * b[l * n + j];
      }
    }
    c[i * n + j] = sums[0];
    for (e = 1; e < EACH; e++) {
      if (i + e < m)
        c[(i + e) * n + j] = sums[e];
    }
  }
}

// CHECK: contraction rows
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NOT:    requires {{.*}}%
// CHECK:        requires 3 * blockDim.y * gridDim.y >= m

// In variables, along columns.
// OTHERS: contraction pairs
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
__global__ void pairs(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  float first = 0, second = 0;
  if (i >= m || j >= n)
    return;
  for (int l = 0; l < k; ++l) {
    first += a[i * k + l] * b[l * n + j];
    if (j + 1 < n)
      second += a[i * k + l] * b[l * n + j + 1];
  }
  c[i * n + j] = first;
  if (j + 1 < n)
    c[i * n + j + 1] = second;
}

// A guard around all elements, and one around each: any number of rows.
// OTHERS: contraction guardedTwice
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
// OTHERS-NOT:    requires {{.*}}%
// OTHERS:        requires 3 * blockDim.y * gridDim.y >= m
__global__ void guardedTwice(int m, int n, int k, const float *a, const float *b, float *c) {
  int i, j, l, e;
  i = EACH * (blockIdx.y * blockDim.y + threadIdx.y);
  j = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[EACH] = {0};
  if (i < m && j < n) {
    for (l = 0; l < k; l++)
      for (e = 0; e < EACH; e++)
        if (i + e < m)
          sums[e] += a[(i + e) * k + l] * b[l * n + j];
    for (e = 0; e < EACH; e++)
      if (i + e < m)
        c[(i + e) * n + j] = sums[e];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  rows<<<dim3(3, 2), dim3(16, 8)>>>(Rows - 1, Columns, Steps, a, b, c);
  printArray(c);
  rows<<<dim3(3, 2), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  pairs<<<dim3(2, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  guardedTwice<<<dim3(3, 2), dim3(16, 8)>>>(Rows - 2, Columns, Steps, b, a, c);
  printArray(c);
}
