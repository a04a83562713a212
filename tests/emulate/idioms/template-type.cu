// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A template on the element type, through a wrapper template.
#include "program.h"

template <typename T>
__global__ void gemm(int m, int n, int k, const T *a, const T *b, T *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    T sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

template <typename T>
void run() {
  T *a = randomArray<T>(17), *b = randomArray<T>(5), *c = randomArray<T>(11);
  gemm<T><<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, b, a, c + 4000);
  printArray(c);
}

int main() {
  run<float>();
  run<double>();
}

// CHECK: contraction gemm<float>
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 21
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK: contraction gemm<double>
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f64
// CHECK-NEXT:   B        b[%k * n + %n]: f64
// CHECK-NEXT:   C        c[%m * n + %n]: f64
// CHECK-NEXT:   start    0.0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f64, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 21
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
