// RUN: %unchanged
// A part of the steps, by %, moves one operand alone.
// CHECK: {{.*}}.cu:[[@LINE+6]]:{{[0-9]+}}: remark: left 'kernel' alone: the sum runs over two indices that do not count the steps of one
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += a[row * p + k % 2] * b[k * m + col];
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
