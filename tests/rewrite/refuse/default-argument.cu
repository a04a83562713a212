// RUN: %unchanged
// A default argument that may mean something else where generated code would repeat it.
const float Factor = 2.0f;
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c,
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'gemm' alone: parameter with a default argument that generated code cannot repeat
                     float alpha = Factor);
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c, float alpha) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = alpha * sum;
  }
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  const int M = 45, N = 37;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}
