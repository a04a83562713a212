// RUN: warpsmith %s --emit=contraction --  2>&1 | FileCheck %s
// Unsigned sizes, restrict pointers, __ldg.
__global__ void kernel(unsigned n, unsigned m, unsigned p, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (unsigned k = 0; k < p; ++k)
      sum += __ldg(&a[row * p + k]) * __ldg(b + k * m + col);
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, unsigned n, unsigned m, unsigned p, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
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
// CHECK-NEXT:   threads  %m = blockIdx.y * blockDim.y + threadIdx.y, %n = blockIdx.x * blockDim.x + threadIdx.x
// CHECK-NEXT:   launch   line 14
