// Two pointers walk along a row of A and down a column of B.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
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

__global__ void candidate(int m, int n, int k, const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < m) {
      const float *a = A + i * k;
      const float *b = B + j;
      float r = 0.0f;
      for (int left = k; left > 0; --left) {
        r += *a * *b;
        ++a;
        b += n;
      }
      *(C + i * n + j) = r;
    }
  }
}
