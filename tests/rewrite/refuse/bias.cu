// RUN: %unchanged
// The result reads another array.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c, const float *d) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
    }
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'd[{{.*}}]' outside the loop is not the output's own element
    c[row * m + col] = sum + d[col];
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c, const float *d) {
  kernel<<<g, t>>>(n, m, p, a, b, c, d);
}
