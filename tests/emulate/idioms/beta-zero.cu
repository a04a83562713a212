// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// C is not read when beta is zero. `alpha * sum` may be computed before the branch, and is then not
// contracted: so the other case is rewritten only where that does not matter.
// RUN: warpsmith %s --diff -- %flags 2>&1 | FileCheck %s --check-prefix=EXACT
// EXACT: rewrote 'gemm': {{.*}}; the original runs one other case: 'alpha * sum + beta * C' adds products
// RUN: warpsmith %s --diff --numerics=fp32 -- %flags 2>&1 | FileCheck %s --check-prefix=FP32
// FP32-DAG: rewrote 'gemm': {{.*}}, in 2 cases
#include "program.h"

__global__ void gemm(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                     float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    if (beta == 0.0f)
      c[i * n + j] = alpha * sum;
    else
      c[i * n + j] = alpha * sum + beta * c[i * n + j];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, 1.25f, a, b, 0, c);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, 1.25f, a, b, 0.5f, c + 4000);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   alpha * sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     beta == 0.0f
// CHECK-NEXT:   launch   line 28
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   alpha * sum + beta * C
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     !(beta == 0.0f)
// CHECK-NEXT:   launch   line 28
// CHECK-NEXT:   launch   line 29
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
// Clang warns of a comparison in two pairs of parentheses.
// FP32-DAG: +  if (beta == 0.0f)
