// RUN: %unchanged
// Partial sums in turn: which one a step adds to depends on the step.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m) {
    float sums[4] = {};
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: a loop over elements of a local array, of which the steps are not known
    for (int k = 0; k < p; ++k)
      sums[k % 4] += a[row * p + k] * b[k * m + col];
    c[row * m + col] = sums[0] + sums[1] + sums[2] + sums[3];
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
