// A switch jumps into the unrolled loop, so that the odd steps come first.
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
  const float *a = A + row * k, *b = B + col;
  float sum = 0.0f;
  int rounds = (k + 3) / 4;
  if (k > 0) {
    switch (k % 4) {
    case 0:
      do {
        sum += *a++ * *b, b += n;
      case 3:
        sum += *a++ * *b, b += n;
      case 2:
        sum += *a++ * *b, b += n;
      case 1:
        sum += *a++ * *b, b += n;
      } while (--rounds > 0);
    }
  }
  C[row * n + col] = sum;
}

void launchCandidate(int m, int n, int k, const float *A, const float *B, float *C) {
  candidate<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, A, B, C);
}
