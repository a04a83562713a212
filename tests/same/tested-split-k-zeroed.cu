// The host sets C to zero, and blocks that take every third step of k add to it.
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
  int element = blockIdx.x * blockDim.x + threadIdx.x;
  if (element >= m * n)
    return;
  int row = element / n, col = element % n;
  float sum = 0.0f;
  for (int p = blockIdx.y; p < k; p += gridDim.y)
    sum += A[row * k + p] * B[p * n + col];
  atomicAdd(C + element, sum);
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  cudaMemset(C, 0, sizeof(float) * m * n);
  candidate<<<dim3((m * n + 127) / 128, 3), 128>>>(m, n, k, A, B, C);
}
