// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// 8 x 16 sums a thread.
#include "program.h"

// CHECK: step     sum + A * B
#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 16
__global__ void gemm(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[BM * BK], Bs[BK * BN];
  const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int innerRowA = threadIdx.x / BK, innerColA = threadIdx.x % BK,
            innerRowB = threadIdx.x / BN, innerColB = threadIdx.x % BN;
  const int strideA = 128 / BK, strideB = 128 / BN;
  float t[TM * TN] = {0.0f}, regM[TM] = {0.0f}, regN[TN] = {0.0f};
  for (int bk = 0; bk < K; bk += BK) {
    for (int o = 0; o < BM; o += strideA)
      As[(innerRowA + o) * BK + innerColA] = A[(innerRowA + o) * K + innerColA];
    for (int o = 0; o < BK; o += strideB)
      Bs[(innerRowB + o) * BN + innerColB] = B[(innerRowB + o) * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int d = 0; d < BK; ++d) {
      for (int i = 0; i < TM; ++i)
        regM[i] = As[(threadRow * TM + i) * BK + d];
      for (int i = 0; i < TN; ++i)
        regN[i] = Bs[d * BN + threadCol * TN + i];
      for (int y = 0; y < TM; ++y)
        for (int x = 0; x < TN; ++x)
          t[y * TN + x] += regM[y] * regN[x];
    }
    __syncthreads();
  }
  for (int y = 0; y < TM; ++y)
    for (int x = 0; x < TN; ++x)
      C[(threadRow * TM + y) * N + threadCol * TN + x] = t[y * TN + x];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(2, 1), 128>>>(a, b, c, BM, 2 * BN, 2 * BK);
  printArray(c);
}
