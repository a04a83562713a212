// Tiles of 32 x 32 with 4 x 4 sums in the registers of each thread, then bias and ReLU.
// RUN: %status 0 warpsmith same %s --kernel=reference,candidate > %t; FileCheck %s --input-file=%t
// CHECK: same bits
__global__ void reference(int m, int n, int k, const float *A, const float *B, const float *bias,
                          float *C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (int p = 0; p < k; ++p)
    sum += A[row * k + p] * B[p * n + col];
  float x = sum + bias[col];
  C[row * n + col] = x > 0.0f ? x : 0.0f;
}

#define BM 32
#define BN 32
#define BK 8

__global__ void candidate(int m, int n, int k, const float *A, const float *B, const float *bias,
                          float *C) {
  __shared__ float As[BM][BK];
  __shared__ float Bs[BK][BN];
  int tid = threadIdx.y * 8 + threadIdx.x;
  int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float sums[4][4] = {};
  for (int t = 0; t < k; t += BK) {
    for (int e = tid; e < BM * BK; e += 64) {
      int r = e / BK, p = e % BK;
      As[r][p] = row0 + r < m && t + p < k ? A[(row0 + r) * k + t + p] : 0.0f;
    }
    for (int e = tid; e < BK * BN; e += 64) {
      int p = e / BN, c = e % BN;
      Bs[p][c] = t + p < k && col0 + c < n ? B[(t + p) * n + col0 + c] : 0.0f;
    }
    __syncthreads();
    for (int p = 0; p < BK && t + p < k; ++p)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += As[threadIdx.y * 4 + i][p] * Bs[p][threadIdx.x * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      int row = row0 + threadIdx.y * 4 + i, col = col0 + threadIdx.x * 4 + j;
      if (row < m && col < n) {
        float x = sums[i][j] + bias[col];
        C[row * n + col] = x > 0.0f ? x : 0.0f;
      }
    }
}
