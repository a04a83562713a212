// Each product is multiplied by alpha, instead of the sum.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same sum, other roundings, proved
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

// As in PolyBench.
__global__ void candidate(int m, int n, int k, float alpha, const float *A, const float *B,
                          float beta, float *C) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < m) && (j < n)) {
    C[i * n + j] *= beta;
    for (int p = 0; p < k; p++)
      C[i * n + j] += alpha * A[i * k + p] * B[p * n + j];
  }
}
