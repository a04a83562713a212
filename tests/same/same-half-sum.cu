// The sum is kept in half instead of float.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same sum, other roundings, proved
#include <cuda_fp16.h>

__global__ void reference(int m, int n, int k, const half *A, const half *B, half *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += __half2float(A[row * k + p]) * __half2float(B[p * n + col]);
    C[row * n + col] = __float2half(sum);
  }
}

__global__ void candidate(int m, int n, int k, const half *A, const half *B, half *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    half sum = __float2half(0.0f);
    for (int p = 0; p < k; ++p)
      sum = __hfma(A[row * k + p], B[p * n + col], sum);
    C[row * n + col] = sum;
  }
}
