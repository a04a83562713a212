// RUN: %unchanged
// Integers are not understood yet.
__global__ void kernel(int n, int m, int p, int *a, int *b, int *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    int sum = 0;
    for (int k = 0; k < p; ++k) {
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: {{.*}}
      sum += a[row * p + k] * b[k * m + col];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, int *a, int *b, int *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
