// RUN: %unchanged
// An element beyond the end of a local array.
__global__ void kernel(int n, int m, int p, float *a, float *b, float *c) {
  int col = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sums[2] = {};
  for (int k = 0; k < p; ++k)
    for (int part = 0; part <= 2; ++part)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'kernel' alone: which element 'sums[part]' of a local array is, is not known
      sums[part] += a[row * p + k] * b[k * m + col + part];
  for (int part = 0; part < 2; ++part)
    c[row * m + col + part] = sums[part];
}
void run(dim3 g, dim3 t, int n, int m, int p, float *a, float *b, float *c) {
  kernel<<<g, t>>>(n, m, p, a, b, c);
}
