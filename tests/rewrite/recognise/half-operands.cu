// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// FP16 operands converted by operators and intrinsics, FP32 sum.
#include <cuda_fp16.h>
__global__ void kernel(int n, int m, int p, const __half *a, const __half *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k)
      sum += (float)a[row * p + k] * __half2float(b[k * m + col]);
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, const __half *a, const __half *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < n, %n < m, %k < p
// CHECK-NEXT:   A        a[%m * p + %k]: f16
// CHECK-NEXT:   B        b[%k * m + %n]: f16
// CHECK-NEXT:   C        c[%m * m + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + (float)A * (float)B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 15
