// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Each thread stores several elements of a tile, in a loop: the block's threads side by side, rows
// apart, or an element's neighbours. What it sums are several elements of its own.
#include "program.h"

#define BM 32
#define BN 32
#define BK 8
#define TM 4
#define TN 4
#define NT 64
__global__ void sideBySide(const float *A, const float *B, float *C, int M, int N, int K) {
  int tid = threadIdx.x;
  int tx = tid % (BN / TN), ty = tid / (BN / TN);
  __shared__ float a[BM][BK];
  __shared__ float b[BK][BN];
  float acc[TM][TN] = {0};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = 0; i < BM * BK / NT; i++) {
      int l = tid + i * NT;
      int r = l / BK, c = l % BK;
      int gr = blockIdx.y * BM + r, gc = k0 + c;
      a[r][c] = gr < M && gc < K ? A[gr * K + gc] : 0.f;
    }
    for (int i = 0; i < BK * BN / NT; i++) {
      int l = tid + i * NT;
      int r = l / BN, c = l % BN;
      int gr = k0 + r, gc = blockIdx.x * BN + c;
      b[r][c] = gr < K && gc < N ? B[gr * N + gc] : 0.f;
    }
    __syncthreads();
    for (int e = 0; e < BK; e++)
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
          acc[i][j] += a[ty * TM + i][e] * b[e][tx * TN + j];
    __syncthreads();
  }
  for (int i = 0; i < TM; i++)
    for (int j = 0; j < TN; j++) {
      int row = blockIdx.y * BM + ty * TM + i, col = blockIdx.x * BN + tx * TN + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}
__global__ void rowsOfThreads(const float *A, const float *B, float *C, int M, int N, int K) {
  const int tid = threadIdx.x;
  const int tx = tid % (BN / TN), ty = tid / (BN / TN);
  __shared__ float a[BM * BK];
  __shared__ float b[BK * BN];
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int rowA = tid / BK, colA = tid % BK, strideA = NT / BK;
  const int rowB = tid / BN, colB = tid % BN, strideB = NT / BN;
  float acc[TM * TN] = {0.0};
  float ra[TM] = {0.0}, rb[TN] = {0.0};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int o = 0; o < BM; o += strideA)
      a[(rowA + o) * BK + colA] = A[(rowA + o) * K + colA];
    for (int o = 0; o < BK; o += strideB)
      b[(rowB + o) * BN + colB] = B[(rowB + o) * N + colB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int e = 0; e < BK; e++) {
      for (int i = 0; i < TM; i++)
        ra[i] = a[(ty * TM + i) * BK + e];
      for (int j = 0; j < TN; j++)
        rb[j] = b[e * BN + tx * TN + j];
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
          acc[i * TN + j] += ra[i] * rb[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; i++)
    for (int j = 0; j < TN; j++)
      C[(ty * TM + i) * N + tx * TN + j] = acc[i * TN + j];
}

// The block has fewer rows than the tile. Each thread sums two rows.
#define TILE 8
#define THREAD_ROWS 4
__global__ void rowsApart(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[TILE][TILE + 1], b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float acc[TILE / THREAD_ROWS] = {0.0f, 0.0f};
  for (int k0 = 0; k0 < K; k0 += TILE) {
    for (int j = 0; j < TILE; j += THREAD_ROWS) {
      a[y + j][x] = row + j < M && k0 + x < K ? A[(row + j) * K + k0 + x] : 0.0f;
      b[y + j][x] = k0 + y + j < K && col < N ? B[(k0 + y + j) * N + col] : 0.0f;
    }
    __syncthreads();
    for (int e = 0; e < TILE; ++e)
      for (int i = 0; i < TILE / THREAD_ROWS; ++i)
        acc[i] += a[y + i * THREAD_ROWS][e] * b[e][x];
    __syncthreads();
  }
  for (int i = 0; i < TILE / THREAD_ROWS; ++i)
    if (row + i * THREAD_ROWS < M && col < N)
      C[(row + i * THREAD_ROWS) * N + col] = acc[i];
}

// A tile of A is stored transposed, four neighbours at a time.
__global__ void neighbours(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float a[8 * 16], b[8 * 16];
  int tid = threadIdx.x, rowA = tid / 2, firstA = tid % 2 * 4, rowB = tid / 4, firstB = tid % 4 * 4;
  int tx = tid % 8, ty = tid / 8;
  float acc[4][2] = {};
  for (int k0 = 0; k0 < K; k0 += 8) {
    for (int v = 0; v < 4; ++v) {
      int gr = blockIdx.y * 16 + rowA, gc = k0 + firstA + v;
      a[(firstA + v) * 16 + rowA] = gr < M && gc < K ? A[gr * K + gc] : 0.0f;
    }
    for (int v = 0; v < 4; ++v) {
      int gr = k0 + rowB, gc = blockIdx.x * 16 + firstB + v;
      b[rowB * 16 + firstB + v] = gr < K && gc < N ? B[gr * N + gc] : 0.0f;
    }
    __syncthreads();
    for (int e = 0; e < 8; ++e)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j)
          acc[i][j] += a[e * 16 + ty * 4 + i] * b[e * 16 + tx * 2 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j) {
      int row = blockIdx.y * 16 + ty * 4 + i, col = blockIdx.x * 16 + tx * 2 + j;
      if (row < M && col < N)
        C[row * N + col] = acc[i][j];
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  sideBySide<<<dim3(2, 2), NT>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  rowsOfThreads<<<dim3(2, 2), NT>>>(a, b, c, 64, 64, 32);
  printArray(c);
  rowsApart<<<dim3(5, 6), dim3(TILE, THREAD_ROWS)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  neighbours<<<dim3(3, 3), 32>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}

// CHECK: contraction sideBySide
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// CHECK: contraction rowsOfThreads
// CHECK-NEXT:   domain   %m < 32 * gridDim.y, %n < 32 * gridDim.x, %k < 8 * (((long long)K + 7) / 8)
// CHECK: requires blockDim.x == 64
// CHECK: contraction rowsApart
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK: contraction neighbours
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
