// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Elements of a thread in a range that ends early, rows by blocks and columns by threads, and
// constants that Clang knows.
#include "program.h"

__global__ void clamped(int n, const float *a, const float *b, float *c) {
  int first = (blockIdx.y * blockDim.y + threadIdx.y) * 4, last = first + 4;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (last > n)
    last = n;
  if (j >= n)
    return;
  for (int i = first; i < last; ++i) {
    float sum = 0.0f;
    for (int l = 0; l < n; ++l)
      sum += a[i * n + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void rowsByBlocks(int m, int n, int k, const float *a, const float *b, float *c) {
  for (int i = blockIdx.x; i < m; i += gridDim.x)
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
      float sum = 0.0f;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}

template <typename T>
__device__ float toFloat(T value) {
  if constexpr (__is_same(T, float))
    return value;
  else
    return static_cast<float>(value);
}

struct Limits {
  static constexpr int Least = 1;
  enum class Part : int { Half = 2 };
};

template <typename T>
__global__ void withConstants(int m, int n, int k, const T *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  constexpr int part = static_cast<int>(Limits::Part::Half) - Limits::Least;
  float sum = 0.0f;
  for (int l = 0; l < k; l += part)
    sum += toFloat(a[i * k + l]) * b[l * n + j];
  c[i * n + j] = sum;
}

// Two rows of a thread, and the last one in an else.
__global__ void tailInElse(int m, int n, int k, const double *a, const double *b, double *c) {
  int i = 2 * (blockIdx.y * blockDim.y + threadIdx.y), j = blockIdx.x * blockDim.x + threadIdx.x;
  double x = 0, y = 0;
  if (i + 1 < m && j < n) {
    for (int l = 0; l < k; ++l) {
      x += a[i * k + l] * b[l * n + j];
      y += a[(i + 1) * k + l] * b[l * n + j];
    }
    c[i * n + j] = x;
    c[(i + 1) * n + j] = y;
  } else if (i < m && j < n) {
    for (int l = 0; l < k; ++l)
      x += a[i * k + l] * b[l * n + j];
    c[i * n + j] = x;
  }
}

// The index moves on before the guard is kept: one row less is stored.
__global__ void moved(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  i = i + 1;
  bool inside = i < m && j < n;
  i = i - 1;
  inside = inside && i < m;
  if (inside) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    const bool positive = sum > 0;
    c[i * n + j] = positive ? sum : 0.0f;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  signed char *bytes = randomArray<signed char>(3);
  clamped<<<dim3(5, 2), dim3(8, 5)>>>(Columns, a, b, c);
  printArray(c);
  rowsByBlocks<<<7, 16>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  withConstants<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Steps, bytes, b, c);
  printArray(c);
  double *x = randomArray<double>(7), *y = randomArray<double>(9), *z = randomArray<double>(13);
  tailInElse<<<dim3(5, 3), dim3(8, 8)>>>(Rows, Columns, Steps, x, y, z);
  printArray(z);
  tailInElse<<<dim3(5, 2), dim3(8, 8)>>>(Rows, Columns, Steps, x, y, z); // fewer rows
  printArray(z);
  moved<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK-LABEL: contraction clamped
// CHECK-NEXT:   domain   %m < n, %n < n, %k < n
// CHECK-NEXT:   A        a[%m * n + %k]: f32
// CHECK:        requires 4 * blockDim.y * gridDim.y >= n
// CHECK-LABEL: contraction rowsByBlocks
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK:        threads  %m = i * gridDim.x + blockIdx.x, %n = i * blockDim.x + threadIdx.x
// CHECK-LABEL: contraction withConstants<signed char>
// CHECK:        A        a[%m * k + %k]: i8
// CHECK-LABEL: contraction tailInElse
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f64
// CHECK:        requires 2 * blockDim.y * gridDim.y >= m
// CHECK-LABEL: contraction moved
// CHECK-NEXT:   domain   %m < m - 1, %n < n, %k < k
// CHECK:        result   sum > 0.0f ? sum : 0.0f
