// RUN: %unchanged
// An else branch.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
    }
    c[row * m + col] = sum;
// CHECK: {{.*}}.cu:[[@LINE-6]]:{{[0-9]+}}: remark: left 'kernel' alone: a store is made where 'row < n && col < m' does not hold, which is no conjunction of upper bounds on indices
  } else {
    c[0] = 1.0f;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
