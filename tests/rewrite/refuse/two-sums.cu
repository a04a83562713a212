// RUN: %unchanged
// Two accumulators.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float other = 0.0f;
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
      other += a[row * p + k];
    }
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: what is stored depends on more than one sum
    c[row * m + col] = sum + other;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
