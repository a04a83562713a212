// Tiles in shared memory, where the loop over the last tile ends with k.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p)
    sum += A[row * k + p] * B[p * n + col];
  C[row * n + col] = sum;
}

constexpr int tile = 16;

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ float a[tile][tile];
  __shared__ float b[tile][tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int i = blockIdx.y * tile + ty;
  const int j = blockIdx.x * tile + tx;
  float acc = 0.0f;
  for (int first = 0; first < k; first += tile) {
    if (i < m && first + tx < k)
      a[ty][tx] = A[i * k + first + tx];
    else
      a[ty][tx] = 0.0f;
    if (j < n && first + ty < k)
      b[ty][tx] = B[(first + ty) * n + j];
    else
      b[ty][tx] = 0.0f;
    __syncthreads();
    const int steps = min(tile, k - first);
    for (int p = 0; p < steps; ++p)
      acc += a[ty][p] * b[p][tx];
    __syncthreads();
  }
  if (i < m && j < n)
    C[i * n + j] = acc;
}
