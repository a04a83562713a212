// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// FP32 operands, FP64 sum.
__global__ void kernel(int n, int m, int p, const float *a, const float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    double sum = 0;
    for (int k = 0; k < p; ++k)
      sum += (double)a[row * p + k] * b[k * m + col];
    c[row * m + col] = (float)sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < n, %n < m, %k < p
// CHECK-NEXT:   A        a[%m * p + %k]: f32
// CHECK-NEXT:   B        b[%k * m + %n]: f32
// CHECK-NEXT:   C        c[%m * m + %n]: f32
// CHECK-NEXT:   start    0.0
// CHECK-NEXT:   step     sum + (double)A * (double)B
// CHECK-NEXT:   result   (float)sum
// CHECK-NEXT:   sum      f64, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 14
