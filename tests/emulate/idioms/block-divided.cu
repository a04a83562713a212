// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// A block of one dimension that is divided into rows; the threads of a block of two dimensions,
// numbered, and divided again; guards by the block's size where the indices have a number.
#include "program.h"

#define BLOCKSIZE 16

__global__ void gemm(int M, int N, int K, float alpha, const float *A, const float *B, float beta,
                     float *C) {
  const uint x = blockIdx.x * BLOCKSIZE + (threadIdx.x / BLOCKSIZE);
  const uint y = blockIdx.y * BLOCKSIZE + (threadIdx.x % BLOCKSIZE);
  if (x < M && y < N) {
    float tmp = 0.0;
    for (int i = 0; i < K; ++i)
      tmp += A[x * K + i] * B[i * N + y];
    C[x * N + y] = alpha * tmp + beta * C[x * N + y];
  }
}

// OTHERS: contraction numbered
// OTHERS-NEXT:   domain   %m < M, %n < N, %k < K
// OTHERS:        threads  %m = blockIdx.y * 16 + (threadIdx.y * blockDim.x + threadIdx.x) / 16,
// OTHERS:        requires (((long long)blockDim.x * blockDim.y) / 16) == 16
__global__ void numbered(int M, int N, int K, const float *A, const float *B, float *C) {
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * 16 + thread / 16, column = blockIdx.x * 16 + thread % 16;
  if (row >= M || column >= N)
    return;
  float sum = 0.0f;
  for (int i = 0; i < K; ++i)
    sum += A[row * K + i] * B[i * N + column];
  C[row * N + column] = sum;
}

// OTHERS: contraction guarded
// OTHERS-NEXT:   domain   %m < M, %n < N, %k < K
// OTHERS:        requires blockDim.x == 16
__global__ void guarded(int M, int N, int K, const float *A, const float *B, float *C) {
  const int row = blockIdx.y * BLOCKSIZE + threadIdx.y,
            column = blockIdx.x * BLOCKSIZE + threadIdx.x;
  if (blockIdx.y * blockDim.y + threadIdx.y >= M || blockIdx.x * blockDim.x + threadIdx.x >= N)
    return;
  float sum = 0.0f;
  for (int i = 0; i < K; ++i)
    sum += A[row * K + i] * B[i * N + column];
  C[row * N + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Rows + 15) / 16, (Columns + 15) / 16), BLOCKSIZE * BLOCKSIZE>>>(
      Rows, Columns, Steps, 1.25f, a, b, 0.3f, c);
  printArray(c);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16);
  numbered<<<grid, dim3(16, 16)>>>(Rows, Columns, Steps, b, a, c);
  printArray(c);
  // Blocks of another shape, whose threads are numbered alike: the original runs.
  numbered<<<grid, dim3(32, 8)>>>(Rows, Columns, Steps, a, a, c);
  printArray(c);
  guarded<<<grid, dim3(16, 16)>>>(Rows, Columns, Steps, b, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < M, %n < N, %k < K
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// CHECK-NEXT:   C        C[%m * N + %n]: f32
// CHECK-NEXT:   start    (float)0.0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   alpha * sum + beta * C
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.x * 16 + threadIdx.x / 16, %n = blockIdx.y * 16 + threadIdx.x % 16
// CHECK-NEXT:   constant BLOCKSIZE = 16
// CHECK-NEXT:   launch   line 53
// CHECK-NEXT:   requires blockDim.x == 256
// CHECK-NEXT:   requires blockDim.y == 1
// CHECK-NEXT:   requires 4294967296 >= 16 * K * gridDim.x
// CHECK-NEXT:   requires N + 4294967296 >= K * N + 16 * gridDim.y
// CHECK-NEXT:   requires N + 4294967296 >= 16 * N * gridDim.x + 16 * gridDim.y
