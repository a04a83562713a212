// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Transpositions that are chosen at run time.
#include "program.h"

__global__ void gemm(bool transA, char transB, int m, int n, int k, const float *a, int lda,
                     const float *b, int ldb, float *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l) {
      float y;
      if (transB == 'T')
        y = b[j * ldb + l];
      else
        y = b[l * ldb + j];
      sum += (transA ? a[l * lda + i] : a[i * lda + l]) * y;
    }
    c[i * ldc + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  for (const bool transA : {false, true})
    for (const char transB : {'N', 'T'}) {
      c += 4000;
      gemm<<<dim3(3, 6), dim3(16, 8)>>>(transA, transB, Rows, Columns, Steps, a, 50, b, 60, c, 40);
    }
  printArray(c - 16000);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%k * lda + %m]: f32
// CHECK-NEXT:   B        b[%n * ldb + %k]: f32
// CHECK-NEXT:   C        c[%m * ldc + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     transB == 84
// CHECK-NEXT:   when     transA != 0
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * lda + %k]: f32
// CHECK-NEXT:   B        b[%n * ldb + %k]: f32
// CHECK-NEXT:   C        c[%m * ldc + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     transB == 84
// CHECK-NEXT:   when     !(transA != 0)
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%k * lda + %m]: f32
// CHECK-NEXT:   B        b[%k * ldb + %n]: f32
// CHECK-NEXT:   C        c[%m * ldc + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     !(transB == 84)
// CHECK-NEXT:   when     transA != 0
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * lda + %k]: f32
// CHECK-NEXT:   B        b[%k * ldb + %n]: f32
// CHECK-NEXT:   C        c[%m * ldc + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     !(transB == 84)
// CHECK-NEXT:   when     !(transA != 0)
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
