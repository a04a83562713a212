// Grid-stride loops over rows and columns, and the fmaf that nvcc makes of the reference by
// default.
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
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < m; row += gridDim.y * blockDim.y) {
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < n; col += gridDim.x * blockDim.x) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p)
        sum = fmaf(A[row * k + p], B[p * n + col], sum);
      C[row * n + col] = sum;
    }
  }
}
