// A recursive function cuts k into halves and adds their sums, which rounds less.
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

__device__ float dot(const float *a, const float *b, int n, int k) {
  if (k <= 4) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += a[p] * b[p * n];
    return sum;
  }
  int half = k / 2;
  return dot(a, b, n, half) + dot(a + half, b + half * n, n, k - half);
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n)
    C[row * n + col] = dot(A + row * k, B + col, n, k);
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
