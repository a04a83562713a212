// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// One grid-stride loop over all elements.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int stride = blockDim.x * gridDim.x;
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < m * n; index += stride) {
    const int i = index / n, j = index % n;
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum = fmaf(a[i * k + l], b[l * n + j], sum);
    c[index] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<5, 32>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     fmaf(A, B, sum)
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = (i * blockDim.x * gridDim.x + blockIdx.x * blockDim.x + threadIdx.x) / n, %n = (i * blockDim.x * gridDim.x + blockIdx.x * blockDim.x + threadIdx.x) % n
// CHECK-NEXT:   launch   line 19
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires (((long long)blockDim.x * gridDim.x + (long long)m * n - 1) / (((long long)blockDim.x * gridDim.x) > 0 ? ((long long)blockDim.x * gridDim.x) : 1)) * blockDim.x * gridDim.x >= m * n
