// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// The textbook's tiles in shared memory, zero-filled at the edges.
#include "program.h"

#define TILE 8

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    if (row < m && t * TILE + tx < k)
      As[ty][tx] = a[row * k + t * TILE + tx];
    else
      As[ty][tx] = 0.0f;
    Bs[ty][tx] = column < n && t * TILE + ty < k ? b[(t * TILE + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += As[ty][l] * Bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum + padding_of_last_tile
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * TILE + threadIdx.y, %n = blockIdx.x * TILE + threadIdx.x
// CHECK-NEXT:   derived  padding_of_last_tile = (long long)(((long long)TILE + k - 1) / (TILE)) * TILE > k ? 0.0f : -0.0f
// CHECK-NEXT:   constant TILE = 8
// CHECK-NEXT:   launch   line 31
// CHECK-NEXT:   requires blockDim.x == TILE
// CHECK-NEXT:   requires blockDim.y == TILE
// CHECK-NEXT:   requires blockDim.z * gridDim.z == 1
// CHECK-NEXT:   requires (((long long)TILE + k - 1) / (TILE)) * TILE >= k
// CHECK-NEXT:   requires TILE * gridDim.y >= m
// CHECK-NEXT:   requires TILE * gridDim.x >= n
