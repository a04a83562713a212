// The loop is unrolled by four, and a second loop does the steps that are left.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  const float *a = A + row * k;
  float sum = 0.0f;
  int p = 0;
  for (; p + 3 < k; p += 4) {
    sum += a[p] * B[p * n + col];
    sum += a[p + 1] * B[(p + 1) * n + col];
    sum += a[p + 2] * B[(p + 2) * n + col];
    sum += a[p + 3] * B[(p + 3) * n + col];
  }
  for (; p < k; ++p)
    sum += a[p] * B[p * n + col];
  C[row * n + col] = sum;
}
