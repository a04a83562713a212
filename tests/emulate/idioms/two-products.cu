// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,warp-specialize<dma=1>'
// RUN: %contraction
// Two products in a step.
#include "program.h"

__global__ void syr2k(int n, int k, float alpha, float beta, const float *a, const float *b,
                      int lda, int ldb, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += b[i * ldb + l] * alpha * a[j * lda + l] + a[i * lda + l] * alpha * b[j * ldb + l];
    c[i * n + j] = sum + beta * c[i * n + j];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  syr2k<<<dim3(3, 6), dim3(16, 8)>>>(Columns, Steps, 1.3f, 0.7f, a, b, 40, 44, c);
  printArray(c);
}

// CHECK: contraction syr2k
// CHECK-NEXT:   domain   %m < n, %n < n, %k < k
// CHECK-NEXT:   A        b[%m * ldb + %k]: f32
// CHECK-NEXT:   B        a[%n * lda + %k]: f32
// CHECK-NEXT:   A2       a[%m * lda + %k]: f32
// CHECK-NEXT:   B2       b[%n * ldb + %k]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + (A * alpha * B + A2 * alpha * B2)
// CHECK-NEXT:   result   sum + beta * C
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 21
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= n
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
