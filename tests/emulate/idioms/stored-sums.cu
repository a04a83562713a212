// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Sums that are kept in the elements of the output, also over a loop around that of the elements.
#include "program.h"

// CHECK: contraction steps
// CHECK: start    0.0f
// CHECK: sum      f32, in C at every step
__global__ void steps(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  for (int j = 0; j < n; ++j)
    c[i * n + j] = 0.0f;
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < n; ++j)
      c[i * n + j] += a[i * k + l] * v[l * n + j];
}

// What follows the sum is another loop.
// CHECK: contraction followed
// CHECK: start    __fmul_rn(C, beta)
__global__ void followed(int m, int n, int k, float beta, const float *a, const float *v,
                         const float *bias, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float *row = c + i * n;
    for (int j = 0; j < n; ++j)
      row[j] *= beta;
    for (int l = 0; l < k; ++l) {
      float factor = a[i * k + l];
      for (int j = 0; j < n; ++j)
        row[j] = row[j] + factor * v[l * n + j];
    }
    for (int j = 0; j < n; ++j) {
      float sum = row[j] + bias[j];
      row[j] = sum > 0.0f ? sum : 0.0f;
    }
  }
}

// CHECK: contraction added
// CHECK: start    C
__global__ void added(int m, int n, int k, const float *a, const float *v, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n)
    for (int l = 0; l < k; ++l)
      for (int i = 0; i < m; ++i)
        c[i * n + j] += a[i * k + l] * v[l * n + j];
}

// A value of the thread's own goes on with the element at each step of the outer loop.
// CHECK: contraction held
__global__ void held(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n)
    for (int q = 0; q < k; q += 8) {
      float sum = c[i * n + j];
      for (int l = 0; l < min(8, k - q); ++l)
        sum += a[i * k + q + l] * v[(q + l) * n + j];
      c[i * n + j] = sum;
    }
}

// CHECK: contraction begun
// CHECK: result   0.0f + sum
__global__ void begun(int m, int n, int k, const float *a, const float *v, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  c[i * n + j] = 0.0f;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * v[l * n + j];
  c[i * n + j] += sum;
}

int main() {
  float *a = randomArray<float>(17), *v = randomArray<float>(5), *c = randomArray<float>(11);
  float *bias = randomArray<float>(23);
  steps<<<3, 16>>>(Rows, Columns, Steps, a, v, c);
  printArray(c);
  followed<<<3, 16>>>(Rows, Columns, Steps, 0.5f, a, v, bias, c);
  printArray(c);
  added<<<3, 16>>>(Rows, Columns, Steps, a, v, c);
  printArray(c);
  held<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, v, c);
  printArray(c);
  begun<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, v, c);
  printArray(c);
}
