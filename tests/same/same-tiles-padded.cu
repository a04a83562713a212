// Zeros behind the end of k add nothing, but turn a sum that underflowed to -0 into 0.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits but for the sign of a zero, proved
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
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += TILE) {
    As[threadIdx.y][threadIdx.x] =
        row < m && t + threadIdx.x < k ? A[row * k + t + threadIdx.x] : 0.0f;
    Bs[threadIdx.y][threadIdx.x] =
        t + threadIdx.y < k && col < n ? B[(t + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
    for (int p = 0; p < TILE; ++p)
      sum += As[threadIdx.y][p] * Bs[p][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum;
}
