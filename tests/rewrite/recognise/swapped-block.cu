// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// The other axis' block size in a global index: only square blocks are one thread an element.
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.y + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  const int M = 45, N = 37;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.y + threadIdx.x
// CHECK-NEXT:   launch   line 16
// CHECK-NEXT:   requires blockDim.x == blockDim.y
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires blockDim.y * gridDim.y >= m
// CHECK-NEXT:   requires blockDim.y * gridDim.x >= n
