// RUN: %unchanged
// Where a condition chooses the sign of a product, nvcc 13.0 contracts one of the cases and rounds the other one.

// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'chosen' alone: a condition chooses the sign of what is added
__global__ void chosen(int n, bool flag, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += flag ? -(a[i * n + k] * b[k * n + j]) : a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
  }
}

// CHECK: remark: left 'byBranch' alone: condition inside the loop
__global__ void byBranch(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    if (i < n && j < n)
      sum += a[i * n + k] * b[k * n + j];
    else
      sum += 0.0f;
  if (i < n && j < n)
    c[i * n + j] = sum;
}

void run(dim3 g, dim3 t, float *x, int n) {
  chosen<<<g, t>>>(n, true, x, x, x);
  byBranch<<<g, t>>>(n, x, x, x);
}
