// A block computes 32 elements of a row, and its warps add their part of k to shared sums.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
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

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  __shared__ float sums[32];
  int row = blockIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (threadIdx.y == 0)
    sums[threadIdx.x] = 0.0f;
  __syncthreads();
  if (col < n) {
    float part = 0.0f;
    for (int p = threadIdx.y; p < k; p += blockDim.y)
      part += A[row * k + p] * B[p * n + col];
    atomicAdd(&sums[threadIdx.x], part);
  }
  __syncthreads();
  if (threadIdx.y == 0 && col < n)
    C[row * n + col] = sums[threadIdx.x];
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 31) / 32, m), dim3(32, 4)>>>(m, n, k, A, B, C);
}
