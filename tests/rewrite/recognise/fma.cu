// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// An explicit FMA.
__global__ void kernel(int n, int m, int p, const float *a, const float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n) {
    if (col < m) {
      float sum = 0.0f;
      for (int k = 0; k <= p - 1; k += 1) {
        const float x = a[row * p + k];
        const float y = b[k * m + col];
        sum = fmaf(x, y, sum);
      }
      c[row * m + col] = sum;
    }
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
// CHECK-NEXT:   step     fmaf(A, B, sum)
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 19
