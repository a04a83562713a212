// The number of tiles is rounded down, so the steps behind the last whole tile are lost.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
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

#define TILE 16

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < k / TILE; ++t) {
    As[ty][tx] = row < m ? A[row * k + t * TILE + tx] : 0.0f;
    Bs[ty][tx] = col < n ? B[(t * TILE + ty) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < TILE; ++p)
      sum += As[ty][p] * Bs[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}
