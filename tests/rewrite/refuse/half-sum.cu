// RUN: %unchanged
// A sum in half precision.
#include <cuda_fp16.h>
__global__ void kernel(int n, int m, int p, __half *a, __half *b, __half *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    __half sum = __half(0.0f);
    for (int k = 0; k < p; ++k) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: arithmetic in half precision
      sum = sum + a[row * p + k] * b[k * m + col];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, __half *a, __half *b, __half *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
