// RUN: %unchanged
// A pointer that moves through the operand.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    const float *walk = a + row * p;
    float sum = 0.0f;
    for (int k = 0; k < p; ++k) {
      sum += *walk * b[k * m + col];
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'walk' changes from step to step of the loop
      walk = walk + 1;
    }
    c[row * m + col] = sum;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
