// RUN: %unchanged
// A function of the user called like one of CUDA's.
namespace my {
__device__ inline float fmaf(float x, float y, float z) {
  return x * y * 2 + z;
}
} // namespace my
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
// CHECK: {{.*}}.cu:[[@LINE+1]]:{{[0-9]+}}: remark: left 'gemm' alone: call of 'fmaf', whose effect is not known
      sum = my::fmaf(a[i * k + l], b[l * n + j], sum);
    c[i * n + j] = sum;
  }
}

void run(int m, int n, int k, float *a, float *b, float *c) {
  const int M = 45, N = 37;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
}
