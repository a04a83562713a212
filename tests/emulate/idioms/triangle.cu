// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Only the lower triangle is computed.
#include "program.h"

__global__ void syrk(int n, int k, float alpha, float beta, const float *a, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j <= i) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * a[j * k + l];
    c[i * n + j] = alpha * sum + beta * c[i * n + j];
  }
}

int main() {
  float *a = randomArray<float>(17), *c = randomArray<float>(11);
  syrk<<<dim3(3, 6), dim3(16, 8)>>>(Columns, Steps, 1.25f, 0.3f, a, c);
  printArray(c);
}

// CHECK: contraction syrk
// CHECK-NEXT:   domain   %m < n, %n < n, %k < k, %m >= %n
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        a[%n * k + %k]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   alpha * sum + beta * C
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 19
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= n
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
