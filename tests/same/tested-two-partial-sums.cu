// Each half of k has a sum of its own, and the two are added at the end.
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
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    int middle = k / 2;
    float low = 0.0f, high = 0.0f;
    for (int p = 0; p < middle; ++p)
      low += A[row * k + p] * B[p * n + col];
    for (int p = middle; p < k; ++p)
      high += A[row * k + p] * B[p * n + col];
    C[row * n + col] = low + high;
  }
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
  candidate<<<grid, block>>>(m, n, k, A, B, C);
}
