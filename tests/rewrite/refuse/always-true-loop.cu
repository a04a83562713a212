// RUN: %unchanged
// An unsigned variable is never below zero: the loop has no end.
__global__ void kernel(int n, int m, unsigned p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'k >= 0' is always true: an unsigned value is not below 0
    for (unsigned k = p - 1; k >= 0; --k)
      sum += a[row * p + k] * b[k * m + col];
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
