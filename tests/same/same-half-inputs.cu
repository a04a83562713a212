// Tiles of half, summed in float; each product of two halves is exact in float.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
#include <cuda_fp16.h>

__global__ void reference(int m, int n, int k, const half *A, const half *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += __half2float(A[row * k + p]) * __half2float(B[p * n + col]);
    C[row * n + col] = sum;
  }
}

#define TILE 16

__global__ void candidate(int m, int n, int k, const half *A, const half *B, float *C) {
  __shared__ half As[TILE][TILE];
  __shared__ half Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  const half zero = __float2half(0.0f);
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = row < m && t + tx < k ? A[row * k + t + tx] : zero;
    Bs[ty][tx] = t + ty < k && col < n ? B[(t + ty) * n + col] : zero;
    __syncthreads();
    int steps = k - t < TILE ? k - t : TILE;
    for (int p = 0; p < steps; ++p)
      sum += (float)As[ty][p] * (float)Bs[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}
