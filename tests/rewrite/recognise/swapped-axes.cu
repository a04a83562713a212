// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// x owns the rows.
__global__ void kernel(int n, int m, int p, const float *a, const float *b, float *c) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = threadIdx.y + blockIdx.y * blockDim.y;
  if (!(row >= n) && m > col) {
    float sum = 0.0f;
    for (int k = 0; p > k; k++)
      sum += a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
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
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.x * blockDim.x + threadIdx.x, %n = blockIdx.y * blockDim.y + threadIdx.y
// CHECK-NEXT:   launch   line 14
