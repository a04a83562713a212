// RUN: %unchanged
// Beside the name by which the kernel is launched there is nothing of it.
namespace inner {
static __global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace inner
namespace outer {
using inner::gemm;
}

void launch(int n, const float *a, const float *b, float *c) {
  // CHECK: [[# @LINE + 1]]:{{[0-9]+}}: remark: left 'gemm' alone: launch by the name of a using-declaration in another namespace
  outer::gemm<<<dim3(8, 8), dim3(32, 32)>>>(n, n, n, a, b, c);
}
