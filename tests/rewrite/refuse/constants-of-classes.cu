// RUN: %unchanged
// A floating-point constant of a class has no name that generated code can use: one outside of the
// class may have the same.
constexpr float Scale = 2.0f;
struct Settings {
  static constexpr float Scale = 1.1f;
};

// CHECK: remark: left 'gemm' alone: the value of 'Settings::Scale' is not known here
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = Settings::Scale * sum + Scale;
}
