// A warp shares the steps of one element and adds up its sums with shuffles.
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
  int element = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (element >= m * n)
    return;
  int row = element / n, col = element % n;
  float sum = 0.0f;
  for (int p = lane; p < k; p += 32)
    sum += A[row * k + p] * B[p * n + col];
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0)
    C[element] = sum;
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  int warps = 8;
  candidate<<<(m * n + warps - 1) / warps, warps * 32>>>(m, n, k, A, B, C);
}
