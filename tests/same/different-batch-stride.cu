// The matrices B of a batch are m * k apart here, not k * n: right for m = n alone.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
__global__ void reference(int batch, int m, int n, int k, const float *A, const float *B,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int b = blockIdx.z;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p)
    sum += A[b * m * k + row * k + p] * B[b * k * n + p * n + col];
  C[b * m * n + row * n + col] = sum;
}

__global__ void candidate(int batch, int m, int n, int k, const float *A, const float *B,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  A += blockIdx.z * m * k;
  B += blockIdx.z * m * k;
  C += blockIdx.z * m * n;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p)
    sum += A[row * k + p] * B[p * n + col];
  C[row * n + col] = sum;
}
