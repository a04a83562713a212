// Sums that do not fit into 8 bits wrap around instead of saturating.
// RUN: %status 1 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: different: at M x N x K
__global__ void reference(int m, int n, int k, const signed char *A, const signed char *B,
                          signed char *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    int sum = 0;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    int scaled = sum / 256;
    C[row * n + col] = (signed char)min(max(scaled, -128), 127);
  }
}

__global__ void candidate(int m, int n, int k, const signed char *A, const signed char *B,
                          signed char *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    int sum = 0;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = (signed char)(sum / 256);
  }
}

void launchCandidate(int m, int n, int k, const signed char *A, const signed char *B,
                     signed char *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
