// A block keeps its whole row of A in shared memory, with a gap behind every 32 floats.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits, proved for all data and sizes with k a multiple of 32
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

__device__ int place(int p) {
  return p + (p >> 5);
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  extern __shared__ float line[];
  for (int row = blockIdx.x; row < m; row += gridDim.x) {
    for (int p = threadIdx.x; p < k; p += blockDim.x)
      line[place(p)] = A[row * k + p];
    __syncthreads();
    for (int col = threadIdx.x; col < n; col += blockDim.x) {
      float sum = 0.0f;
      for (int p = 0; p < k; ++p)
        sum += line[place(p)] * B[p * n + col];
      C[row * n + col] = sum;
    }
    __syncthreads();
  }
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate < <<m<20 ? m : 20, 32, (k + k / 32 + 1) * sizeof(float)>>>(m, n, k, A, B, C);
}
