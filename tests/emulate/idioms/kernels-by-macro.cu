// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Kernels that a macro writes, one for each type, and parameters that macros write: the generated
// code stands after each call of it.
#include "program.h"

#define HALF 0.5f
#define SCALED(x) ((x) * HALF)
#define GEMM(NAME, T, TIMES)                                                                       \
  __global__ void NAME(const T *__restrict__ a, const T *b, T *c, int m, int n, int k) {           \
    const int row = blockIdx.y * blockDim.y + threadIdx.y;                                         \
    const int column = blockIdx.x * blockDim.x + threadIdx.x;                                      \
    if (row >= m || column >= n)                                                                   \
      return;                                                                                      \
    T sum = 0;                                                                                     \
    for (int l = 0; l < k; ++l)                                                                    \
      sum += a[row * k + l] * b[l * n + column];                                                   \
    c[row * n + column] = SCALED(sum) * TIMES;                                                     \
  }

namespace products {
GEMM(multiply, float, 3)
GEMM(multiplyDoubles, double, 2);
} // namespace products

#define MATRICES const float *a, const float *b, float *c
#define SIZE(name) int name
__global__ void transposed(SIZE(m), SIZE(n), SIZE(k), MATRICES) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[row * k + l] * b[column * k + l];
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  products::multiply<<<dim3(3, 6), dim3(16, 8)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  transposed<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  double *x = randomArray<double>(3), *y = randomArray<double>(7), *z = randomArray<double>(13);
  products::multiplyDoubles<<<dim3(3, 6), dim3(16, 8)>>>(x, y, z, Rows, Columns, Steps);
  printArray(z);
}

// CHECK: contraction multiply
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum * HALF * 3.0f
// CHECK:      contraction multiplyDoubles
