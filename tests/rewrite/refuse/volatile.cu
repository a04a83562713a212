// RUN: %unchanged
// Volatile data must be read as often as written.
// CHECK: {{.*}}.cu:[[@LINE+7]]:{{[0-9]+}}: remark: left 'kernel' alone: a value of type 'volatile float'
__global__ void kernel(int n, int m, int p, volatile float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k] * b[k * m + col];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, volatile float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
