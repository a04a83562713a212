// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// FP64 throughout.
__global__ void kernel(int n, int m, int p, const double *a, const double *b, double *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    double sum = 0.0;
    for (int k = 0; k < p; ++k)
      sum += a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, const double *a, const double *b, double *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < n, %n < m, %k < p
// CHECK-NEXT:   A        a[%m * p + %k]: f64
// CHECK-NEXT:   B        b[%k * m + %n]: f64
// CHECK-NEXT:   C        c[%m * m + %n]: f64
// CHECK-NEXT:   start    0.0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f64, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 14
