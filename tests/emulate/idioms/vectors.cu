// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// RUN: %contraction
// CUDA's vectors, of four columns of the output and of four steps. A guard on the first column
// holds for all four where they divide the width, which is checked at the launch.
#include "program.h"
#include <cuda_fp16.h>

__global__ void columns(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= m || j >= n)
    return;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int l = 0; l < k; ++l) {
    float x = a[i * k + l];
    float4 y = *reinterpret_cast<const float4 *>(&b[l * n + j]);
    sum.x += x * y.x;
    sum.y += x * y.y;
    sum.z += x * y.z;
    sum.w += x * y.w;
  }
  *(float4 *)(c + i * n + j) = sum;
}

__global__ void steps(int m, int n, int k, const double *a, const double *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    double sum = 0.0;
    const double2 *row = reinterpret_cast<const double2 *>(a + i * k);
    for (int l = 0; l < k / 2; ++l) {
      double2 x = __ldg(row);
      ++row;
      sum += x.x * b[2 * l * n + j];
      sum += x.y * b[(2 * l + 1) * n + j];
    }
    c[i * n + j] = sum;
  }
}

__global__ void whole(int m, int n, int k, const int *a, const int *b, int *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = 0; l < k; l += 4) {
      int4 x = reinterpret_cast<const int4 *>(a + i * k)[l / 4];
      const int4 y = *reinterpret_cast<const int4 *>(&b[j * k + l]);
      sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
    c[i * n + j] = sum;
  }
}

__global__ void pairs(int m, int n, int k, const __half *a, const __half *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < m && j + 1 < n) {
    float first = 0.0f, second = 0.0f;
    for (int l = 0; l < k; ++l) {
      const __half2 y = *reinterpret_cast<const __half2 *>(b + l * n + j);
      float x = __half2float(a[i * k + l]);
      first += x * __low2float(y);
      second += x * __high2float(y);
    }
    c[i * n + j] = first;
    c[i * n + j + 1] = second;
  }
}

int main() {
  constexpr int Width = 44, Length = 28; // multiples of four
  float *c = randomArray<float>(11);
  columns<<<dim3(2, 6), dim3(8, 8)>>>(Rows, Width, Steps, randomArray<float>(17),
                                      randomArray<float>(5), c);
  printArray(c);
  double *d = randomArray<double>(13);
  steps<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Length, randomArray<double>(3),
                                    randomArray<double>(7), d);
  printArray(d);
  int *e = randomArray<int>(19);
  whole<<<dim3(5, 6), dim3(8, 8)>>>(Rows, Columns, Length, randomArray<int>(23),
                                    randomArray<int>(29), e);
  printArray(e);
  float *f = randomArray<float>(31);
  pairs<<<dim3(3, 6), dim3(8, 8)>>>(Rows, Width, Steps, randomArray<__half>(37),
                                    randomArray<__half>(41), f);
  printArray(f);
}

// CHECK: contraction columns
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = (blockIdx.x * blockDim.x + threadIdx.x) * 4 + i
// CHECK-NEXT:   launch   line 75
// CHECK-NEXT:   requires 2147483651 >= 4 * blockDim.x * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires n == 4 * ((n) / 4)
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= ((n) / 4)
// CHECK-NEXT: contraction steps
// CHECK-NEXT:   domain   %m < m, %n < n, %k < 2 * ((k) / 2)
// CHECK-NEXT:   A        a[%m * k + %k]: f64
// CHECK-NEXT:   B        b[%k * n + %n]: f64
// CHECK-NEXT:   C        c[%m * n + %n]: f64
// CHECK-NEXT:   start    0.0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f64, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 79
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK-NEXT: contraction whole
// CHECK-NEXT:   domain   %m < m, %n < n, %k < 4 * (((long long)k + 3) / 4)
// CHECK-NEXT:   A        a[%m * k + %k]: i32
// CHECK-NEXT:   B        b[%n * k + %k]: i32
// CHECK-NEXT:   C        c[%m * n + %n]: i32
// CHECK-NEXT:   start    0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      i32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   order    the original adds up the products of a step by themselves
// CHECK-NEXT:   launch   line 83
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK-NEXT: contraction pairs
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f16
// CHECK-NEXT:   B        b[%k * n + %n]: f16
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + (float)A * (float)B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = (blockIdx.x * blockDim.x + threadIdx.x) * 2 + i
// CHECK-NEXT:   launch   line 87
// CHECK-NEXT:   requires 2147483649 >= 2 * blockDim.x * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires n == 2 * ((n) / 2)
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= ((n) / 2)
