// Rows of B and C are read and written four floats at a time; 4 divides their length.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
#define N 64
#define K 48

__global__ void reference(int m, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < N) {
    float sum = 0.0f;
    for (int p = 0; p < K; ++p)
      sum += A[row * K + p] * B[p * N + col];
    C[row * N + col] = sum;
  }
}

__global__ void candidate(int m, const float *A, const float *B, float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= m || col >= N)
    return;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int p = 0; p < K; ++p) {
    float a = A[row * K + p];
    float4 b = *reinterpret_cast<const float4 *>(B + p * N + col);
    sum.x += a * b.x;
    sum.y += a * b.y;
    sum.z += a * b.z;
    sum.w += a * b.w;
  }
  *reinterpret_cast<float4 *>(C + row * N + col) = sum;
}
