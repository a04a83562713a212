// RUN: %unchanged
// Diagonals that other threads store than those that store the rows.
#define SUMS                                                                                       \
  for (int j = i + 1; j < m; ++j) {                                                                \
    float sum = 0;                                                                                 \
    for (int k = 0; k < n; ++k)                                                                    \
      sum += d[k * m + i] * d[k * m + j];                                                          \
    s[i * m + j] = sum;                                                                            \
    s[j * m + i] = sum;                                                                            \
  }

__global__ void all(int m, int n, float *s, const float *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'all' alone: {{.*}}'s' is stored at more than one index
  s[i * m + i] = 1.0f;
  if (i < m - 1)
    SUMS
}

__global__ void fewer(int m, int n, float *s, const float *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m - 1)
    return;
  if (i < m - 2)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'fewer' alone: {{.*}}'s' is stored at more than one index
    s[i * m + i] = 1.0f;
  SUMS
}

void run(dim3 g, dim3 t, float *a) {
  all<<<g, t>>>(1, 1, a, a);
  fewer<<<g, t>>>(1, 1, a, a);
}
