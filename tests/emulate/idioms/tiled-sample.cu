// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles without guards, walked by offsets, as an old sample does.
#include "program.h"

template <int BLOCK_SIZE>
__global__ void matrixMul(float *C, float *A, float *B, int wA, int wB) {
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wA * BLOCK_SIZE * by;
  int aEnd = aBegin + wA - 1;
  int aStep = BLOCK_SIZE;
  int bBegin = BLOCK_SIZE * bx;
  int bStep = BLOCK_SIZE * wB;
  float Csub = 0;
  for (int a = aBegin, b = bBegin; a <= aEnd; a += aStep, b += bStep) {
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[ty][tx] = A[a + wA * ty + tx];
    Bs[ty][tx] = B[b + wB * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BLOCK_SIZE; ++k)
      Csub += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  int c = wB * BLOCK_SIZE * by + BLOCK_SIZE * bx;
  C[c + wB * ty + tx] = Csub;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  matrixMul<8><<<dim3(5, 6), dim3(8, 8)>>>(c, a, b, 32, 40);
  printArray(c);
}

// CHECK: contraction matrixMul<8>
// CHECK-NEXT:   domain   %m < 8 * gridDim.y, %n < 8 * gridDim.x, %k < 8 * (((long long)wA + 7) / 8)
// CHECK-NEXT:   A        A[%m * wA + %k]: f32
// CHECK-NEXT:   B        B[%k * wB + %n]: f32
// CHECK-NEXT:   C        C[%m * wB + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 8 + threadIdx.y, %n = blockIdx.x * 8 + threadIdx.x
// CHECK-NEXT:   launch   line 32
// CHECK-NEXT:   requires blockDim.x == 8
// CHECK-NEXT:   requires blockDim.y == 8
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
