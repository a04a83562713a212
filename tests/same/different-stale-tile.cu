// Behind the end of k the tile keeps what the step before left in it.
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
  As[ty][tx] = 0.0f;
  Bs[ty][tx] = 0.0f;
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    if (row < m && t + tx < k)
      As[ty][tx] = A[row * k + t + tx];
    if (t + ty < k && col < n)
      Bs[ty][tx] = B[(t + ty) * n + col];
    __syncthreads();
    for (int p = 0; p < TILE; ++p)
      sum += As[ty][p] * Bs[p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), block(TILE, TILE);
  candidate<<<grid, block>>>(m, n, k, A, B, C);
}
