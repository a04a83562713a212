// RUN: %same rewritten 'tile<32;32;16;4;4>'
// std::max and std::min keep what is not a number, where max and fmaxf do not.
#include "program.h"
#include <algorithm>
#include <cmath>

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = std::min(std::max(sum, 0.0f), 6.0f);
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const float nan = NAN;
  cudaMemcpy(a + 100, &nan, sizeof nan, cudaMemcpyHostToDevice);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
