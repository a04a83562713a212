// RUN: %unchanged
// The thread stores to two elements.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
    }
    c[row * m + col] = sum;
// CHECK: {{.*}}.cu:[[@LINE-1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'c[row * m + col]' may be one element for several threads or steps: each index has to move it by more than the next ones together
    c[row * m + col + 1] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
