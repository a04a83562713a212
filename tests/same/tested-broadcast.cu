// Each lane of a warp loads one element of A, and shuffles hand it to all others.
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
  int lane = threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * 32 + lane;
  if (row >= m)
    return;
  float sum = 0.0f;
  for (int t = 0; t < k; t += 32) {
    float a = t + lane < k ? A[row * k + t + lane] : 0.0f;
    int steps = min(32, k - t);
    for (int p = 0; p < steps; ++p) {
      float x = __shfl_sync(0xffffffff, a, p);
      if (col < n)
        sum += x * B[(t + p) * n + col];
    }
  }
  if (col < n)
    C[row * n + col] = sum;
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 31) / 32, (m + 3) / 4), dim3(32, 4)>>>(m, n, k, A, B, C);
}
