// RUN: %unchanged
// Rows and columns stride over the same threads, so that not each pair of them is computed.
// CHECK: {{.*}}.cu:[[@LINE+8]]:{{[0-9]+}}: remark: left 'row' alone: the guard 'blockIdx.x * blockDim.x + j < m' is not an upper bound on one index
__global__ void row(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}
// CHECK: {{.*}}.cu:[[@LINE+7]]:{{[0-9]+}}: remark: left 'both' alone: the guard 'step * blockDim.x + i < m' is not an upper bound on one index
__global__ void both(int m, int n, int k, const float *a, const float *b, float *c) {
  for (int i = threadIdx.x; i < m; i += blockDim.x)
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}
// CHECK: {{.*}}.cu:[[@LINE+8]]:{{[0-9]+}}: remark: left 'grid' alone: the guard 'i * blockDim.x + step * blockDim.x * gridDim.x + threadIdx.x < n' is not an upper bound on one index
__global__ void grid(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.x;
  if (i < m)
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < n; j += gridDim.x * blockDim.x) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}
void run(dim3 g, dim3 t, int m, int n, int k, const float *a, const float *b, float *c) {
  row<<<g, t>>>(m, n, k, a, b, c);
  both<<<g, t>>>(m, n, k, a, b, c);
  grid<<<g, t>>>(m, n, k, a, b, c);
}
