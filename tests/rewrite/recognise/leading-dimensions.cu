// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// Rows further apart than they are long.
__global__ void kernel(int n, int m, int p, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k)
      sum += a[row * lda + k] * b[k * ldb + col];
    c[row * ldc + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
  kernel<<<g, t>>>(n, m, p, a, lda, b, ldb, c, ldc);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < n, %n < m, %k < p
// CHECK-NEXT:   A        a[%m * lda + %k]: f32
// CHECK-NEXT:   B        b[%k * ldb + %n]: f32
// CHECK-NEXT:   C        c[%m * ldc + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 14
