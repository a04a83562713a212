// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles of warps: the number of a thread is divided by the size of a warp, and both parts again.
#include "program.h"

constexpr int BM = 32, BN = 32, BK = 8, TM = 2, TN = 2;

// Each warp has 16 x 32 elements, in four parts side by side, of four columns of threads.
__global__ void halves(int M, int N, int K, const float *A, int lda, const float *B, int ldb,
                       float *C, int ldc) {
  constexpr int WM = 16, WN = 32, HALF = WN / 4;
  const int warp = threadIdx.x / warpSize, lane = threadIdx.x % 32;
  const int warpRow = warp / (BN / WN), warpCol = warp % (BN / WN);
  const int laneRow = lane / 4, laneCol = lane % 4;
  __shared__ float As[BM * BK], Bs[BK * BN];
  float sums[TM * 4 * TN] = {};
  for (int begin = 0; begin < K; begin += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += 64) {
      const int row = blockIdx.y * BM + i / BK, k = begin + i % BK;
      As[i] = row < M && k < K ? A[row * lda + k] : 0.0f;
    }
    for (int i = threadIdx.x; i < BK * BN; i += 64) {
      const int k = begin + i / BN, column = blockIdx.x * BN + i % BN;
      Bs[i] = k < K && column < N ? B[k * ldb + column] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k)
      for (int i = 0; i < TM; ++i)
        for (int half = 0; half < 4; ++half)
          for (int j = 0; j < TN; ++j)
            sums[(i * 4 + half) * TN + j] +=
                As[(warpRow * WM + laneRow * TM + i) * BK + k] *
                Bs[k * BN + warpCol * WN + half * HALF + laneCol * TN + j];
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i)
    for (int half = 0; half < 4; ++half)
      for (int j = 0; j < TN; ++j) {
        const int row = blockIdx.y * BM + warpRow * WM + laneRow * TM + i;
        const int column = blockIdx.x * BN + warpCol * WN + half * HALF + laneCol * TN + j;
        if (row < M && column < N)
          C[row * ldc + column] = sums[(i * 4 + half) * TN + j];
      }
}

// A block of two dimensions, whose threads are numbered along both.
__global__ void plane(float *A, float *B, float *C, int M, int K, int N) {
  __shared__ float As[BM][BK], Bs[BK][BN];
  const int number = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const int warp = number / 32, lane = number % 32;
  const int row = blockIdx.y * BM + warp / 4 * 16 + lane / 4 * TM;
  const int column = blockIdx.x * BN + warp % 4 * 8 + lane % 4 * TN;
  float sums[TM][TN] = {0.0f}, a[TM], b[TN];
  for (int tile = 0; tile < K / BK; tile++) {
    for (int i = 0; i < BM * BK / threads; i++) {
      const int at = number + i * threads;
      As[at / BK][at % BK] = A[(blockIdx.y * BM + at / BK) * K + tile * BK + at % BK];
    }
    for (int i = 0; i < BK * BN / threads; i++) {
      const int at = number + i * threads;
      Bs[at / BN][at % BN] = B[(tile * BK + at / BN) * N + blockIdx.x * BN + at % BN];
    }
    __syncthreads();
    for (int k = 0; k < BK; k++) {
      for (int m = 0; m < TM; m++)
        a[m] = As[warp / 4 * 16 + lane / 4 * TM + m][k];
      for (int n = 0; n < TN; n++)
        b[n] = Bs[k][warp % 4 * 8 + lane % 4 * TN + n];
      for (int m = 0; m < TM; m++)
        for (int n = 0; n < TN; n++)
          sums[m][n] += a[m] * b[n];
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; m++)
    for (int n = 0; n < TN; n++)
      if (row + m < M && column + n < N)
        C[(row + m) * N + column + n] = sums[m][n];
}

// The number along both dimensions beside the index of one: they are the same in blocks of one row.
__global__ void oneRow(size_t m, size_t n, size_t k, const float *A, size_t lda, const float *B,
                       size_t ldb, float *C, size_t ldc) {
  const size_t number = threadIdx.y * blockDim.x + threadIdx.x;
  __shared__ float As[BM][BK], Bs[BK][BN];
  float sums[2][2] = {};
  for (size_t begin = 0; begin < k; begin += BK) {
    As[number / BK][number % BK] =
        blockIdx.y * BM + number / BK < m && begin + number % BK < k
            ? A[(blockIdx.y * BM + number / BK) * lda + begin + number % BK]
            : 0.0f;
    Bs[number / BN][number % BN] =
        begin + number / BN < k && blockIdx.x * BN + number % BN < n
            ? B[(begin + number / BN) * ldb + blockIdx.x * BN + number % BN]
            : 0.0f;
    __syncthreads();
    for (size_t l = 0; l < BK; ++l)
      for (size_t i = 0; i < 2; ++i)
        for (size_t j = 0; j < 2; ++j)
          sums[i][j] += As[number / 16 * 2 + i][l] * Bs[l][number % 16 * 2 + j];
    __syncthreads();
  }
  for (size_t i = 0; i < 2; ++i)
    for (size_t j = 0; j < 2; ++j) {
      const size_t row = blockIdx.y * BM + threadIdx.x / 16 * 2 + i;
      const size_t column = blockIdx.x * BN + threadIdx.x % 16 * 2 + j;
      if (row < m && column < n)
        C[row * ldc + column] = sums[i][j];
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  halves<<<dim3(2, 2), 64>>>(45, 51, 21, a, 30, b, 60, c, 70);
  printArray(c);
  plane<<<dim3(2, 3), dim3(16, 16)>>>(a, b, c, 75, 24, 64);
  printArray(c);
  plane<<<dim3(2, 3), dim3(16, 8)>>>(a, b, c, 75, 24, 64); // too few threads for it
  printArray(c);
  oneRow<<<dim3(2, 2), 256>>>(41, 53, 19, a, 27, b, 61, c, 57);
  printArray(c);
}

// CHECK: contraction halves
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * lda + %k]: f32
// CHECK-NEXT:   B        B[%k * ldb + %n]: f32
// CHECK-NEXT:   C        C[%m * ldc + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   threads  %m = ((blockIdx.y * 2 + threadIdx.x / 32) * 8 + (threadIdx.x % 32) / 4) * 2 + i, %n = ((blockIdx.x * 4 + i) * 4 + (threadIdx.x % 32) % 4) * 2 + i
// CHECK: contraction plane
// CHECK-NEXT:   domain   %m < M, %n < N, %k < 8 * ((K) / 8)
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// CHECK-NEXT:   C        C[%m * N + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   threads  %m = (blockIdx.y * 2 + (threadIdx.y / 2) / 4) * 16 + (threadIdx.y % 2 * 4 + threadIdx.x / 4) * 2 + i, %n = (blockIdx.x * 4 + (threadIdx.y / 2) % 4) * 8 + threadIdx.x % 4 * 2 + i
// CHECK: contraction oneRow
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        A[%m * lda + %k]: f32
// CHECK-NEXT:   B        B[%k * ldb + %n]: f32
// CHECK-NEXT:   C        C[%m * ldc + %n]: f32
// CHECK:   step     sum + A * B
// CHECK:   threads  %m = (blockIdx.y * 16 + threadIdx.x / 16) * 2 + i, %n = (blockIdx.x * 16 + threadIdx.x % 16) * 2 + i
