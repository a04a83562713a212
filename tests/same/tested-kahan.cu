// Kahan's sum carries along what each addition lost.
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
  if (row >= m || col >= n)
    return;
  float sum = 0.0f, lost = 0.0f;
  for (int p = 0; p < k; ++p) {
    float x = __fmul_rn(A[row * k + p], B[p * n + col]);
    float y = __fsub_rn(x, lost);
    float next = __fadd_rn(sum, y);
    lost = isfinite(next) ? __fsub_rn(__fsub_rn(next, sum), y) : 0.0f;
    sum = next;
  }
  C[row * n + col] = sum;
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 31) / 32, (m + 3) / 4), dim3(32, 4)>>>(m, n, k, A, B, C);
}
