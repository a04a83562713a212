// A is read as if its rows were k apart: right for lda = k alone.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
__global__ void reference(int m, int n, int k, const float *A, int lda, const float *B, int ldb,
                          float *C, int ldc) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * lda + p] * B[p * ldb + col];
    C[row * ldc + col] = sum;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, int lda, const float *B, int ldb,
                          float *C, int ldc) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    const float *a = A + row * k;
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += a[p] * B[p * ldb + col];
    C[row * ldc + col] = sum;
  }
}
