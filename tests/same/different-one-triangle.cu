// A * A^T is symmetric, but the lower triangle is never stored.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
__global__ void reference(int n, int k, const float *A, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * A[col * k + p];
    C[row * n + col] = sum;
  }
}

__global__ void candidate(int n, int k, const float *A, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n && col >= row) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * A[col * k + p];
    C[row * n + col] = sum;
  }
}
