// Each of four slices of k adds its sum to C with an atomic operation.
// RUN: %status 4 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: no difference found, tested and not proved
__global__ void reference(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] += sum;
  }
}

__global__ void candidate(int m, int n, int k, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  int slice = (k + gridDim.z - 1) / gridDim.z;
  int end = min(k, (int)(blockIdx.z + 1) * slice);
  float sum = 0.0f;
  for (int p = blockIdx.z * slice; p < end; ++p)
    sum += A[row * k + p] * B[p * n + col];
  atomicAdd(&C[row * n + col], sum);
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  dim3 block(16, 16), grid((n + 15) / 16, (m + 15) / 16, 4);
  candidate<<<grid, block>>>(m, n, k, A, B, C);
}
