// RUN: warpsmith %s --emit=contraction -- | FileCheck %s
// An index that loses no bits where a launch has few steps.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + (short)k] * b[k * m + col];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
// CHECK: A        a[%m * p + %k]: f32
// CHECK: requires 32768 >= p
