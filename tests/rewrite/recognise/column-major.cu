// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// Fortran's layout: m runs over the source's columns.
__global__ void kernel(int n, int m, int p, const float *a, const float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k)
      sum += a[k * n + row] * b[col * p + k];
    c[col * n + row] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < m, %n < n, %k < p
// CHECK-NEXT:   A        b[%m * p + %k]: f32
// CHECK-NEXT:   B        a[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + B * A
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.x * blockDim.x + threadIdx.x, %n = blockIdx.y * blockDim.y + threadIdx.y
// CHECK-NEXT:   launch   line 14
