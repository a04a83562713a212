// RUN: %unchanged
// C = A * C: the sum reads other elements of the output.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && col < m)
    for (int k = 0; k < p; ++k)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: 'c' is read where it is not certain which store has set the element: keep the value in a variable of its own
      c[row * m + col] += a[row * p + k] * c[k * m + col];
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
