// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// A barrier inside the guard, which must then hold for all threads.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
      __syncthreads();
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < blockDim.y * gridDim.y, %n < blockDim.x * gridDim.x, %k < p
// CHECK-NEXT:   A        a[%m * p + %k]: f32
// CHECK-NEXT:   B        b[%k * m + %n]: f32
// CHECK-NEXT:   C        c[%m * m + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 16
// CHECK-NEXT:   requires n >= blockDim.y * gridDim.y
// CHECK-NEXT:   requires m >= blockDim.x * gridDim.x
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
