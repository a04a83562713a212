// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Tiles whose width or whose filling is the launch's: a width that is a parameter, all of a block's
// threads storing in turn, a last tile that is shorter, strides that the block's size gives.
#include "program.h"

__global__ void widthIsParameter(const float *a, const float *b, float *c, int m, int n, int k,
                                 int width) {
  extern __shared__ float shared[];
  float *As = shared, *Bs = &shared[width * width];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * width + ty, column = blockIdx.x * width + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + width - 1) / width; ++t) {
    As[ty * width + tx] = row < m && t * width + tx < k ? a[row * k + t * width + tx] : 0.0f;
    Bs[ty * width + tx] =
        t * width + ty < k && column < n ? b[(t * width + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < width; ++l)
      sum += As[ty * width + l] * Bs[l * width + tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

#define ROWS 8
#define COLUMNS 16
#define DEPTH 12

__global__ void inTurn(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float As[ROWS * DEPTH], Bs[DEPTH][COLUMNS + 1];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * ROWS + threadIdx.y, column = blockIdx.x * COLUMNS + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += DEPTH) {
    for (int i = thread; i < ROWS * DEPTH; i += blockDim.x * blockDim.y) {
      int y = blockIdx.y * ROWS + i / DEPTH, x = first + i % DEPTH;
      As[i] = y < m && x < k ? a[y * k + x] : 0.0f;
    }
    for (int i = thread; i < DEPTH * COLUMNS; i += blockDim.x * blockDim.y) {
      int y = first + i / COLUMNS, x = blockIdx.x * COLUMNS + i % COLUMNS;
      Bs[i / COLUMNS][i % COLUMNS] = y < k && x < n ? b[y * n + x] : 0.0f;
    }
    __syncthreads();
    for (int l = 0; l < DEPTH; ++l)
      sum += As[threadIdx.y * DEPTH + l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

__global__ void shorterLast(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float As[8][8], Bs[8][8];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 8 + ty, column = blockIdx.x * 8 + tx;
  float sum = 0.0f;
  for (int t = 0; t < k; t += 8) {
    if (t + tx < k)
      As[ty][tx] = a[row * k + t + tx];
    if (t + ty < k)
      Bs[ty][tx] = b[(t + ty) * n + column];
    __syncthreads();
    for (int l = 0; l < min(8, k - t); ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

#define BM 16
#define BN 16
#define BK 8
#define TM 4
#define TN 2

__global__ void stridesOfBlock(const float *A, const float *B, float *C, int M, int N, int K,
                               float alpha, float beta) {
  __shared__ float As[BM * BK], Bs[BK * BN];
  const int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int rowA = threadIdx.x / BK, colA = threadIdx.x % BK, strideA = blockDim.x / BK;
  const int rowB = threadIdx.x / BN, colB = threadIdx.x % BN, strideB = blockDim.x / BN;
  float acc[TM * TN] = {0.0};
  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int o = 0; o < BM; o += strideA)
      As[(rowA + o) * BK + colA] = A[(rowA + o) * K + colA];
    for (int o = 0; o < BK; o += strideB)
      Bs[(rowB + o) * BN + colB] = B[(rowB + o) * N + colB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int e = 0; e < BK; e++)
      for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
          acc[i * TN + j] += As[(ty * TM + i) * BK + e] * Bs[e * BN + tx * TN + j];
    __syncthreads();
  }
  for (int i = 0; i < TM; i++)
    for (int j = 0; j < TN; j++) {
      const int at = (ty * TM + i) * N + tx * TN + j;
      C[at] = alpha * acc[i * TN + j] + beta * C[at];
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const int Width = 6;
  widthIsParameter<<<dim3((Columns + 5) / 6, (Rows + 5) / 6), dim3(6, 6),
                     2 * Width * Width * sizeof(float)>>>(a, b, c, Rows, Columns, Steps, Width);
  printArray(c);
  inTurn<<<dim3(3, 6), dim3(COLUMNS, ROWS)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  shorterLast<<<dim3(5, 6), dim3(8, 8)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  stridesOfBlock<<<dim3(3, 3), BM * BN / (TM * TN)>>>(a, b, c, 48, 48, 32, 1.5f, 0.75f);
  printArray(c);
}

// CHECK: contraction widthIsParameter
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: requires width >= 1
// CHECK: contraction inTurn
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: contraction shorterLast
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK: contraction stridesOfBlock
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x
