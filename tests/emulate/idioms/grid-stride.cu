// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Grid-stride loops in two dimensions.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  for (int i = blockIdx.y * blockDim.y + threadIdx.y; i < m; i += gridDim.y * blockDim.y)
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += blockDim.x * gridDim.x) {
      float sum = 0.0f;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(2, 3), dim3(8, 4)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = i * blockDim.y * gridDim.y + blockIdx.y * blockDim.y + threadIdx.y, %n = i * blockDim.x * gridDim.x + blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 18
// CHECK-NEXT:   requires 2147483648 >= (((long long)blockDim.x * gridDim.x + n - 1) / (((long long)blockDim.x * gridDim.x) > 0 ? ((long long)blockDim.x * gridDim.x) : 1)) * blockDim.x * gridDim.x + blockDim.x * gridDim.x
// CHECK-NEXT:   requires 2147483648 >= (((long long)blockDim.y * gridDim.y + m - 1) / (((long long)blockDim.y * gridDim.y) > 0 ? ((long long)blockDim.y * gridDim.y) : 1)) * blockDim.y * gridDim.y + blockDim.y * gridDim.y
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires (((long long)blockDim.y * gridDim.y + m - 1) / (((long long)blockDim.y * gridDim.y) > 0 ? ((long long)blockDim.y * gridDim.y) : 1)) * blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires (((long long)blockDim.x * gridDim.x + n - 1) / (((long long)blockDim.x * gridDim.x) > 0 ? ((long long)blockDim.x * gridDim.x) : 1)) * blockDim.x * gridDim.x >= n
