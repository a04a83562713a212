// RUN: not warpsmith %s --passes=tile --error-on-missed -- 2>&1 | FileCheck %s
// A loop over columns that ends at twice a thread's row, or a row away, is no triangle.
// CHECK: left 'twice' alone: the guard 'j < 2 * i' is not an upper bound on one index
// CHECK: left 'beyond' alone: the guard 'j <= i + 1' is not an upper bound on one index
__global__ void twice(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = 0; j < 2 * i; ++j) {
      float sum = 0;
      for (int l = 0; l < n; ++l)
        sum += a[i * n + l] * b[l * 2 * n + j];
      c[i * 2 * n + j] = sum;
    }
}
__global__ void beyond(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = 0; j < i + 2; ++j) {
      float sum = 0;
      for (int l = 0; l < n; ++l)
        sum += a[i * n + l] * b[l * 2 * n + j];
      c[i * 2 * n + j] = sum;
    }
}
void run(int n, const float *a, const float *b, float *c) {
  twice<<<n / 32 + 1, 32>>>(n, a, b, c);
  beyond<<<n / 32 + 1, 32>>>(n, a, b, c);
}
