// RUN: %unchanged
// A store that rounds is part of the sum.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: the step '{{.*}}' is not the sum plus products of two operands and constants
    for (int k = 0; k < p; ++k)
      c[row * m + col] += (double)a[row * p + k] * b[k * m + col];
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
