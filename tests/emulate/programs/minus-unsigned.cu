// RUN: %same rewritten 'tile<32;32;16;4;4>'
// A negative offset of an unsigned size, in 64 bits.
#include "program.h"
__global__ void gemm(int m, unsigned n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[(long long)l * n + j - n];
    c[i * n + j] = sum;
  }
}

int main() {
  const int M = Rows, N = Columns, m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a, b + 100, c);
  printArray(c);
}
