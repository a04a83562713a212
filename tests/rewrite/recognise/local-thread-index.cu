// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// Only threadIdx: more than one block would repeat each other.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = threadIdx.x, row = threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k)
      sum += a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
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
// CHECK-NEXT:   threads  %m = threadIdx.y, %n = threadIdx.x
// CHECK-NEXT:   launch   line 13
// CHECK-NEXT:   requires gridDim.x == 1
// CHECK-NEXT:   requires gridDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y >= n
// CHECK-NEXT:   requires blockDim.x >= m
