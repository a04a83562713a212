// RUN: %unchanged
// Constants that do not fit.
#define MANY 300

__global__ void lost(int m, int n, int k, const int *a, const int *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'lost' alone: 'MANY' is an index that may lose bits
  const unsigned char first = MANY;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = first; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void negative(int m, int n, int k, const int *a, const int *b, int *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'negative' alone: '-1' is an index that may lose bits
  const unsigned char first = -1;
  if (i < m && j < n) {
    int sum = 0;
    for (int l = first; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(dim3 g, dim3 t, int n, const int *a, const int *b, int *c) {
  lost<<<g, t>>>(5, n, n, a, b, c);
  negative<<<g, t>>>(5, n, n, a, b, c);
}
