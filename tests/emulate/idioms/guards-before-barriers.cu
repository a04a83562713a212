// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Threads that leave before a barrier where both coordinates are beyond the matrix: the launch
// makes one of them valid for all.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[8][8], bs[8][8];
  const int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
  if (row >= m && column >= n)
    return;
  float sum = 0.0f;
  for (int t = 0; t < k / 8; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * k + t * 8 + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * 8 + threadIdx.y) * n + column];
    __syncthreads();
    for (int l = 0; l < 8; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 2), dim3(8, 8)>>>(16, 24, 40, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: requires m >= 8 * gridDim.y
