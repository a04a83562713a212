// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A bias by row and GELU.
#include "program.h"

__device__ float gelu(float x) {
  return 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

__global__ void gemm(int m, int n, int k, const float *a, const float *b, const float *bias,
                     float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    if (bias != nullptr)
      sum += bias[i];
    c[i * n + j] = gelu(sum);
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, randomArray<float>(3), c);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, nullptr, c + 4000);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   E0       bias[%m]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   0.5f * (sum + E0) * (1.0f + tanhf(0.797884583f * (sum + E0 + 0.0447149985f * (sum + E0) * (sum + E0) * (sum + E0))))
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     bias != nullptr
// CHECK-NEXT:   launch   line 26
// CHECK-NEXT:   launch   line 27
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
// CHECK-NEXT:   result   0.5f * sum * (1.0f + tanhf(0.797884583f * (sum + 0.0447149985f * sum * sum * sum)))
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   when     !(bias != nullptr)
// CHECK-NEXT:   launch   line 26
// CHECK-NEXT:   launch   line 27
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
