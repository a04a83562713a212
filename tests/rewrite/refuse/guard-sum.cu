// RUN: %unchanged
// A guard on the sum of both indices.
// CHECK: {{.*}}.cu:[[@LINE+9]]:{{[0-9]+}}: remark: left 'kernel' alone: the guard 'row + col < p' is not an upper bound on one index
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m && row + col < p) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
