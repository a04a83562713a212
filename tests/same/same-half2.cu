// Two neighbouring columns are summed as the halves of a half2.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
#include <cuda_fp16.h>

__global__ void reference(int m, int n, int k, const half *A, const half *B, half *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    half sum = __float2half(0.0f);
    for (int p = 0; p < k; ++p)
      sum = __hfma(A[row * k + p], B[p * n + col], sum);
    C[row * n + col] = sum;
  }
}

__global__ void candidate(int m, int n, int k, const half *A, const half *B, half *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= m || col >= n)
    return;
  bool both = col + 1 < n;
  half2 sums = __float2half2_rn(0.0f);
  for (int p = 0; p < k; ++p) {
    half first = B[p * n + col];
    half2 b = __halves2half2(first, both ? B[p * n + col + 1] : first);
    sums = __hfma2(__half2half2(A[row * k + p]), b, sums);
  }
  C[row * n + col] = __low2half(sums);
  if (both)
    C[row * n + col + 1] = __high2half(sums);
}

void launchCandidate(int m, int n, int k, const half *A, const half *B, half *C) {
  candidate<<<dim3((n + 31) / 32, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
