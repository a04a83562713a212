// RUN: %unchanged
// Three matrices in a product.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c, const float *d) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: the step 'sum + a * b * d' is not the sum plus products of two operands and constants
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col] * d[row * p + k];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c, const float *d) {
  kernel<<<g, t>>>(n, m, p, a, b, c, d);
}
