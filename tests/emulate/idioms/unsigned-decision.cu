// RUN: %same rewritten 'tile<32;32;16;4;4>'
// A flag is a comparison of a signed and an unsigned parameter.
#include "program.h"

__global__ void gemm(size_t most, int m, int n, int k, const float *a, const float *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    if (n - 1000 < (int)most) {
      for (int l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
    } else {
      for (int l = 0; l < k; ++l)
        sum += a[l * m + i] * b[l * n + j];
    }
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(5, Rows, Columns, Steps, a, b, c);
  printArray(c);
}
