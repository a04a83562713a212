// The sum starts with the bias, which is added once more at the end.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
__global__ void reference(int m, int n, int k, const float *A, const float *B, const float *bias,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum + bias[col];
  }
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, const float *bias,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = bias[col];
  for (int p = 0; p < k; ++p)
    sum += A[row * k + p] * B[p * n + col];
  C[row * n + col] = sum + bias[col];
}
