// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Sizes from macros with an unsigned suffix.
#include "program.h"
#define N1 37u
#define OFF 5u
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[(long long)i * k + l - OFF] * b[l * N1 + j];
    c[i * n + j] = sum;
  }
}

int main() {
  const int M = Rows, N = Columns, m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, a + 2000, b, c);
  printArray(c);
}
