// The rows of the transposed B are k long, not n: right for n = k alone.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
__global__ void reference(int m, int n, int k, const float *A, const float *Bt, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * Bt[col * k + p];
    C[row * n + col] = sum;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, const float *Bt, float *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  const float *a = A + i * k;
  const float *b = Bt + j * n;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p)
    sum += a[p] * b[p];
  C[i * n + j] = sum;
}
