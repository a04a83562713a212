// RUN: %unchanged
// A type that has the name of one of ours.
typedef float kernel;
typedef float Threads;

// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'gemm' alone: the name 'kernel' means something else in the generated code
__global__ void gemm(int m, int n, int k, const kernel *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  const int M = 45, N = 37;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}
