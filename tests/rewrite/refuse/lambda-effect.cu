// RUN: %unchanged
// Lambdas that do more than return a value.
__global__ void counts(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int count = 0;
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'counts' alone: a lambda that changes what it has copied
  auto next = [=]() mutable { return count++; };
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + next()] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void run(dim3 g, dim3 t, int n, const float *a, const float *b, float *c) {
  counts<<<g, t>>>(n, n, n, a, b, c);
}
