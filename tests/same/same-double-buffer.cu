// The next tile is loaded while this one is used; ReLU hides the sign of zero that padding may
// change.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = sum > 0.0f ? sum : 0.0f;
  }
}

#define T 16

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ float As[2][T][T];
  __shared__ float Bs[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  int tiles = (k + T - 1) / T;
  As[0][ty][tx] = row < m && tx < k ? A[row * k + tx] : 0.0f;
  Bs[0][ty][tx] = ty < k && col < n ? B[ty * n + col] : 0.0f;
  __syncthreads();
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    int now = t % 2, next = (t + 1) % 2;
    if (t + 1 < tiles) {
      int p = (t + 1) * T;
      As[next][ty][tx] = row < m && p + tx < k ? A[row * k + p + tx] : 0.0f;
      Bs[next][ty][tx] = p + ty < k && col < n ? B[(p + ty) * n + col] : 0.0f;
    }
    for (int p = 0; p < T; ++p)
      sum += As[now][ty][p] * Bs[now][p][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = sum > 0.0f ? sum : 0.0f;
}
