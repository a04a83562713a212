// A block computes one element: each thread sums some products, and a tree in shared memory adds
// the sums.
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
  __shared__ float partial[64];
  int row = blockIdx.y, col = blockIdx.x, t = threadIdx.x;
  float sum = 0.0f;
  for (int p = t; p < k; p += 64)
    sum += A[row * k + p] * B[p * n + col];
  partial[t] = sum;
  __syncthreads();
  for (int width = 32; width > 0; width >>= 1) {
    if (t < width)
      partial[t] += partial[t + width];
    __syncthreads();
  }
  if (t == 0)
    C[row * n + col] = partial[0];
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3(n, m), 64>>>(m, n, k, A, B, C);
}
