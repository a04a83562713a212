// RUN: %unchanged
// A type of the user called like one of CUDA's.
namespace q {
struct __half {
  float v;
  __host__ __device__ operator float() const { return v * 2; }
};
} // namespace q
__global__ void gemm(int m, int n, int k, const q::__half *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'gemm' alone: a value of type 'const q::__half'
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  const int M = 45, N = 37;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, (q::__half *)a, b, c);
}
