// RUN: %same rewritten 'tile<32;32;16;4;4>'
// A macro that is an expression without parentheses.
#include "program.h"
#define PAD 3
#define LDA 29 + PAD
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[2 * i * (LDA) + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  const int M = Rows, N = Columns, m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b, c);
  printArray(c);
}
