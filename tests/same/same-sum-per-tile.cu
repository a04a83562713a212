// Each tile of 16 steps has a sum of its own, which is added to the whole one behind it.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same sum, other roundings, proved
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
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = row < m && t + tx < k ? A[row * k + t + tx] : 0.0f;
    Bs[ty][tx] = t + ty < k && col < n ? B[(t + ty) * n + col] : 0.0f;
    __syncthreads();
    float part = 0.0f;
    for (int p = 0; p < TILE; ++p)
      part += As[ty][p] * Bs[p][tx];
    sum += part;
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}
