// Each thread computes two by two neighbouring elements, with alpha and beta.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, float alpha, const float *A, const float *B,
                          float beta, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n) {
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
      sum += A[row * k + p] * B[p * n + col];
    C[row * n + col] = alpha * sum + beta * C[row * n + col];
  }
}

__global__ void candidate(int m, int n, int k, float alpha, const float *A, const float *B,
                          float beta, float *C) {
  int row = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  int col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  float c00 = 0.0f, c01 = 0.0f, c10 = 0.0f, c11 = 0.0f;
  for (int p = 0; p < k; ++p) {
    float a0 = row < m ? A[row * k + p] : 0.0f;
    float a1 = row + 1 < m ? A[(row + 1) * k + p] : 0.0f;
    float b0 = col < n ? B[p * n + col] : 0.0f;
    float b1 = col + 1 < n ? B[p * n + col + 1] : 0.0f;
    c00 += a0 * b0;
    c01 += a0 * b1;
    c10 += a1 * b0;
    c11 += a1 * b1;
  }
  if (row < m && col < n)
    C[row * n + col] = alpha * c00 + beta * C[row * n + col];
  if (row < m && col + 1 < n)
    C[row * n + col + 1] = alpha * c01 + beta * C[row * n + col + 1];
  if (row + 1 < m && col < n)
    C[(row + 1) * n + col] = alpha * c10 + beta * C[(row + 1) * n + col];
  if (row + 1 < m && col + 1 < n)
    C[(row + 1) * n + col + 1] = alpha * c11 + beta * C[(row + 1) * n + col + 1];
}
