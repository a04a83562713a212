// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Indices and products through functions: contracted into the same FMAs.
#include "program.h"

__device__ float element(const float *matrix, int row, int column, int width) {
  return matrix[row * width + column];
}
__device__ float times(float left, float right) {
  return left * right;
}
__device__ int at(int row, int column, int width) {
  return row * width + column;
}

__global__ void gemm(int m, int n, int k, float alpha, const float *a, const float *b, float *c) {
  int i = at(blockIdx.y, threadIdx.y, blockDim.y);
  int j = at(blockIdx.x, threadIdx.x, blockDim.x);
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += times(times(alpha, element(a, i, l, k)), element(b, l, j, n));
    c[at(i, j, n)] += sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(2, 6), dim3(32, 8)>>>(Rows, Columns, Steps, 1.25f, a, b, c);
  printArray(c);
}
