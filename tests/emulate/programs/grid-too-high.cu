// RUN: %same fallback 'tile<32;32;16;4;4>'
// A grid that CUDA does not accept: the original fails, and so must the rewritten one.
#include "program.h"
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
// rows in y beyond 65535

int main() {
  const int M = Rows, N = Columns, m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  gemm<<<dim3(1, 70000), dim3(64, 1)>>>(m, n, k, a, b, c);
  printArray(c);
}
