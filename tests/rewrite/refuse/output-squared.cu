// RUN: %unchanged
// The step is quadratic in the sum.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m)
// CHECK: {{.*}}.cu:[[@LINE+2]]:{{[0-9]+}}: remark: left 'kernel' alone: the sum is not over products
    for (int k = 0; k < p; ++k)
      c[row * m + col] += a[row * p + k] * c[row * m + col];
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
