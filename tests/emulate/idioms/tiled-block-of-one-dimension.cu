// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles loaded by a block of one dimension.
#include "program.h"

#define BLOCKSIZE 16

__global__ void gemm(int M, int N, int K, const float *A, const float *B, float *C) {
  const int cRow = blockIdx.x, cCol = blockIdx.y;
  __shared__ float As[BLOCKSIZE * BLOCKSIZE];
  __shared__ float Bs[BLOCKSIZE * BLOCKSIZE];
  const int threadCol = threadIdx.x % BLOCKSIZE;
  const int threadRow = threadIdx.x / BLOCKSIZE;
  A += cRow * BLOCKSIZE * K;
  B += cCol * BLOCKSIZE;
  C += cRow * BLOCKSIZE * N + cCol * BLOCKSIZE;
  float tmp = 0.0;
  for (int bkIdx = 0; bkIdx < K; bkIdx += BLOCKSIZE) {
    As[threadRow * BLOCKSIZE + threadCol] = A[threadRow * K + threadCol];
    Bs[threadRow * BLOCKSIZE + threadCol] = B[threadRow * N + threadCol];
    __syncthreads();
    A += BLOCKSIZE;
    B += BLOCKSIZE * N;
    for (int dotIdx = 0; dotIdx < BLOCKSIZE; ++dotIdx)
      tmp += As[threadRow * BLOCKSIZE + dotIdx] * Bs[dotIdx * BLOCKSIZE + threadCol];
    __syncthreads();
  }
  C[threadRow * N + threadCol] = tmp;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 5), BLOCKSIZE * BLOCKSIZE>>>(48, 80, 64, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < 16 * gridDim.x, %n < 16 * gridDim.y, %k < 16 * (((long long)K + 15) / 16)
// CHECK-NEXT:   A        A[%m * K + %k]: f32
// CHECK-NEXT:   B        B[%k * N + %n]: f32
// CHECK-NEXT:   C        C[%m * N + %n]: f32
// CHECK-NEXT:   start    (float)0.0
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.x * 16 + threadIdx.x / 16, %n = blockIdx.y * 16 + threadIdx.x % 16
// CHECK-NEXT:   constant BLOCKSIZE = 16
// CHECK-NEXT:   launch   line 33
// CHECK-NEXT:   requires blockDim.x == 256
// CHECK-NEXT:   requires blockDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
