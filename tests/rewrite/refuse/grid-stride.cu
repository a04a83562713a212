// RUN: %unchanged
// A loop by strides that leave out rows.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK: {{.*}}.cu:[[@LINE+5]]:{{[0-9]+}}: remark: left 'kernel' alone: the guard 'step * gridDim.y + row + step < n' is not an upper bound on one index
  for (int row = blockIdx.y; row < n; row += gridDim.y + 1) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k)
      sum += a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
