// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A block of one dimension that is divided into rows.
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

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Rows + 15) / 16, (Columns + 15) / 16), BLOCKSIZE * BLOCKSIZE>>>(
      Rows, Columns, Steps, 1.25f, a, b, 0.3f, c);
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
// CHECK-NEXT:   threads  %m = blockIdx.x * BLOCKSIZE + threadIdx.x / BLOCKSIZE, %n = blockIdx.y * BLOCKSIZE + threadIdx.x % BLOCKSIZE
// CHECK-NEXT:   constant BLOCKSIZE = 16
// CHECK-NEXT:   launch   line 22
// CHECK-NEXT:   requires blockDim.x == BLOCKSIZE * BLOCKSIZE
// CHECK-NEXT:   requires blockDim.y == 1
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires BLOCKSIZE * gridDim.x >= M
// CHECK-NEXT:   requires BLOCKSIZE * gridDim.y >= N
