// RUN: %unchanged
// An index that is 0 or 1.
__global__ void kernel(signed char skip, int m, int n, int k, const float *a, const float *b,
                       float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK: {{.*}}.cu:[[@LINE+5]]:{{[0-9]+}}: remark: left 'kernel' alone: 'i * k + l + first' is made of values of two kinds, such as an index and a truth value
  bool first = skip;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l + first] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  kernel<<<g, t>>>(5, n, n, n, a, b, c);
}
