// RUN: %unchanged
// Two sums a thread that are not the same function of their number.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n) {
    float first = 0.0f, second = 0.0f;
    for (int k = 0; k < p; ++k) {
      first += a[row * p + k] * b[k * m + col];
      second += 2.0f * a[row * p + k] * b[k * m + col + 1];
    }
    c[row * m + col] = first;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'c' is stored at more than one index
    c[row * m + col + 1] = second;
  }
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
