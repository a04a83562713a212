// A tile of the transposed B is turned around in shared memory.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
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

#define TILE 16

__global__ void candidate(int m, int n, int k, const float *A, const float *Bt, float *C) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int firstCol = blockIdx.x * TILE;
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    As[ty][tx] = row < m && t + tx < k ? A[row * k + t + tx] : 0.0f;
    Bs[tx][ty] = firstCol + ty < n && t + tx < k ? Bt[(firstCol + ty) * k + t + tx] : 0.0f;
    __syncthreads();
    for (int p = 0; p < TILE; ++p) {
      if (t + p < k)
        sum += As[ty][p] * Bs[p][tx];
    }
    __syncthreads();
  }
  if (row < m && firstCol + tx < n)
    C[row * n + firstCol + tx] = sum;
}
