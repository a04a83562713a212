// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// A matrix-vector product: one column.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k)
      sum += a[row * p + k] * b[k];
    c[row] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < n, %n < 1, %k < p
// CHECK-NEXT:   A        a[%m * p + %k]: f32
// CHECK-NEXT:   B        b[%k]: f32
// CHECK-NEXT:   C        c[%m + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.x * blockDim.x + threadIdx.x, %n = 0
// CHECK-NEXT:   launch   line 13
// CHECK-NEXT:   requires blockDim.y * gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.x * gridDim.x >= n
