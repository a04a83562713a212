// Results are exchanged through a swizzled array in shared memory, so that a thread stores another
// one's.
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
  __shared__ float out[16 * 16];
  int ty = threadIdx.x % 16, tx = threadIdx.x / 16;
  int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  if (row < m && col < n)
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
  out[ty * 16 + (tx ^ ty)] = sum;
  __syncthreads();
  int y = threadIdx.x / 16, x = threadIdx.x % 16;
  row = blockIdx.y * 16 + y;
  col = blockIdx.x * 16 + x;
  if (row < m && col < n)
    C[row * n + col] = out[y * 16 + (x ^ y)];
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16), 256>>>(m, n, k, A, B, C);
}
