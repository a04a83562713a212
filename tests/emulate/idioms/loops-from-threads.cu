// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// RUN: warpsmith %s --kernel=product --emit=contraction -- %flags | FileCheck %s --check-prefix=PRODUCT
// Loops that fill a tile begin at a part of the thread's number, which is less than a step: all
// threads run them equally often where the block is small enough, which is checked at the launch.
#include "program.h"

#define BM 64
#define BN 32
#define BK 8
#define THREADS 128
__global__ void product(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[BM][BK], b[BK][BN];
  const int thread = threadIdx.x;
  const int rowOfA = thread / BK, columnOfA = thread % BK;
  const int rowOfB = thread / 16, columnOfB = thread % 16;
  const int row = blockIdx.y * BM + thread / 8 * 4, column = blockIdx.x * BN + thread % 8 * 4;
  float sums[4][4]{};
  for (int begin{}; begin < K; begin += BK) {
    for (int i = rowOfA; i < BM; i += THREADS / BK)
      for (int j = columnOfA; j < BK; j += BK) {
        const int y = blockIdx.y * BM + i, x = begin + j;
        a[i][j] = y < M && x < K ? A[y * K + x] : 0.0f;
      }
    for (int i = rowOfB; i < BK; i += THREADS / 16)
      for (int j = columnOfB; j < BN; j += 16) {
        const int y = begin + i, x = blockIdx.x * BN + j;
        b[i][j] = y < K && x < N ? B[y * N + x] : 0.0f;
      }
    __syncthreads();
    for (int l = 0; l < BK; ++l)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sums[i][j] += a[thread / 8 * 4 + i][l] * b[l][thread % 8 * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (row + i < M && column + j < N)
        C[(row + i) * N + column + j] = sums[i][j];
}

// Both tiles in one array of dynamic shared memory, and each thread has sums of its own.
__global__ void oneArray(const float *A, const float *B, float *C, int M, int N, int K) {
  extern __shared__ float tiles[];
  float *a = tiles, *b = tiles + 32 * 16;
  const int x = threadIdx.x, y = threadIdx.y;
  float sums[2][2] = {};
  for (int begin = 0; begin < K; begin += 16) {
    for (int i = y; i < 32; i += 16)
      a[i * 16 + x] = blockIdx.y * 32 + i < M && begin + x < K
                          ? A[(blockIdx.y * 32 + i) * K + begin + x]
                          : 0.0f;
    for (int j = x; j < 32; j += 16)
      b[y * 32 + j] = begin + y < K && blockIdx.x * 32 + j < N
                          ? B[(begin + y) * N + blockIdx.x * 32 + j]
                          : 0.0f;
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          sums[i][j] += a[(y * 2 + i) * 16 + l] * b[l * 32 + x * 2 + j];
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const int row = blockIdx.y * 32 + y * 2 + i, column = blockIdx.x * 32 + x * 2 + j;
      if (row < M && column < N)
        C[row * N + column] = sums[i][j];
    }
}

// Threads of each y fill rows, those of each x columns: of however many threads the block has.
template <int Tile, int Each>
__global__ void byAxes(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[Tile][Tile], b[Tile][Tile];
  float sums[Each][Each]{};
  const int firstRow = blockIdx.y * Tile, firstColumn = blockIdx.x * Tile;
  for (int begin = 0; begin < K; begin += Tile) {
    for (int i = threadIdx.y; i < Tile; i += blockDim.y)
      for (int j = threadIdx.x; j < Tile; j += blockDim.x) {
        const int row = firstRow + i, column = firstColumn + j;
        a[i][j] = row < M && begin + j < K ? A[row * K + begin + j] : 0.0f;
        b[i][j] = begin + i < K && column < N ? B[(begin + i) * N + column] : 0.0f;
      }
    __syncthreads();
    for (int l = 0; l < Tile; ++l)
      for (int i = 0; i < Each; ++i)
        for (int j = 0; j < Each; ++j)
          sums[i][j] += a[threadIdx.y * Each + i][l] * b[l][threadIdx.x * Each + j];
    __syncthreads();
  }
  for (int i = 0; i < Each; ++i)
    for (int j = 0; j < Each; ++j) {
      const int row = firstRow + threadIdx.y * Each + i;
      const int column = firstColumn + threadIdx.x * Each + j;
      if (row < M && column < N)
        C[row * N + column] = sums[i][j];
    }
}

int main() {
  const float *a = randomArray<float>(1), *b = randomArray<float>(2);
  float *c = randomArray<float>(3);
  product<<<dim3(2, 2), THREADS>>>(a, b, c, 67, 45, 37);
  printArray(c);
  oneArray<<<dim3(3, 2), dim3(16, 16), 4096>>>(a, b, c, 47, 69, 37);
  printArray(c);
  byAxes<32, 4><<<dim3(3, 2), dim3(8, 8)>>>(a, b, c, 47, 69, 37);
  printArray(c);
}

// CHECK: contraction product
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// CHECK: contraction oneArray
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// CHECK: contraction byAxes<32, 4>
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// PRODUCT: contraction product
// PRODUCT-NEXT:   domain   %m < M, %n < N, %k < K
// PRODUCT: requires blockDim.x == 128
