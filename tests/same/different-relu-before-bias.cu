// ReLU comes before the bias instead of behind it.
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
    float x = sum + bias[col];
    C[row * n + col] = x > 0.0f ? x : 0.0f;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, const float *bias,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    float x = sum > 0.0f ? sum : 0.0f;
    C[row * n + col] = x + bias[col];
  }
}
