// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>' --verify
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Arrays that end with what a triangle of the output reads: the rewritten kernel must not read rows
// and columns that have no element in it.
#include "program.h"

__global__ void strictlyLower(int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < i) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l - k] * b[j * k + l];
    c[i * n + j] = sum;
  }
}
// CHECK: contraction strictlyLower
// CHECK-NEXT:   domain   %m < n - 1, %n < n - 1, %k < k, %m >= %n
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%n * k + %k]: f32
// CHECK-NEXT:   C        c[%m * n + %n + n]: f32

__global__ void strictlyUpper(int n, int k, float alpha, const float *a, const float *b,
                              const float *bias, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (j < n && j > i) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += alpha * a[i * k + l] * b[j * k + l] + alpha * b[i * k + l] * a[j * k + l];
    c[i * n + j] = sum + bias[j];
  }
}
// CHECK: contraction strictlyUpper
// CHECK-NEXT:   domain   %m < n - 1, %n < n - 1, %k < k, %m <= %n
// CHECK:        C        c[%m * n + %n + 1]: f32
// CHECK-NEXT:   E0       bias[%n + 1]: f32

// Where columns are more than rows, some are beside the triangle.
__global__ void lower(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n && j <= i) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[j * k + l];
    c[i * n + j] = sum;
  }
}
// CHECK: contraction lower
// CHECK:   requires m >= n

__global__ void upperByLoop(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    for (int j = i + 1; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[j * k + l];
      c[i * n + j] = sum;
    }
}
// CHECK: contraction upperByLoop
// CHECK-NEXT:   domain   %m < m, %n < n - 1, %k < k, %m <= %n
// CHECK:   requires n - 1 >= m

// A matrix of one element has nothing beside its diagonal.
__global__ void besideDiagonal(int n, int k, const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = i + 1; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * a[j * k + l];
      c[i * n + j] = sum;
      c[j * n + i] = sum;
    }
}
// CHECK: contraction besideDiagonal
// CHECK:   requires n >= 2

float *firstOf(const float *from, size_t elements) {
  float *array = nullptr;
  cudaMalloc(&array, elements * sizeof(float));
  cudaMemcpy(array, from, elements * sizeof(float), cudaMemcpyDeviceToDevice);
  return array;
}

int main() {
  float *x = randomArray<float>(17), *c = randomArray<float>(11);
  const int n = Columns, k = Steps;
  const dim3 grid(3, 6), block(16, 8);
  strictlyLower<<<grid, block>>>(n, k, firstOf(x, (n - 1) * k), firstOf(x + 7, (n - 1) * k), c);
  printArray(c);
  strictlyUpper<<<grid, block>>>(n, k, 1.25f, firstOf(x, n * k), firstOf(x + 7, n * k),
                                 firstOf(x + 3, n), c);
  printArray(c);
  lower<<<grid, block>>>(Rows, n, k, firstOf(x, Rows * k), firstOf(x + 7, n * k), c);
  printArray(c);
  lower<<<grid, block>>>(n, Rows, k, firstOf(x, n * k), firstOf(x + 7, n * k), c);
  printArray(c);
  upperByLoop<<<3, 16>>>(Rows, n, k, firstOf(x, (n - 1) * k), firstOf(x + 7, n * k), c);
  printArray(c);
  upperByLoop<<<3, 16>>>(30, n, k, firstOf(x, 30 * k), firstOf(x + 7, n * k), c);
  printArray(c);
  besideDiagonal<<<1, 16>>>(1, k, nullptr, c);
  printArray(c);
}
