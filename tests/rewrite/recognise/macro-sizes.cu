// RUN: warpsmith %s --emit=contraction -- -DNK=100 2>&1 | FileCheck %s
// Macros keep their names: their values belong to the build.
#define NI 512
#define NJ (NI / 2)
__global__ void kernel(const float *a, const float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < NI && col < NJ) {
    float sum = 0.0f;
    for (int k = 0; k < NK; ++k)
      sum += a[row * NK + k] * b[k * NJ + col];
    c[row * NJ + col] = sum;
  }
}
void run(dim3 g, dim3 t, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(a, b, c);
}

// CHECK: contraction kernel
// CHECK-NEXT:   domain   %m < NI, %n < NJ, %k < NK
// CHECK-NEXT:   A        a[%m * NK + %k]: f32
// CHECK-NEXT:   B        b[%k * NJ + %n]: f32
// CHECK-NEXT:   C        c[%m * NJ + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   constant NI = 512
// CHECK-NEXT:   constant NJ = 256
// CHECK-NEXT:   constant NK = 100
// CHECK-NEXT:   launch   line 16
