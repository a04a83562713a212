// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Magnitudes are factors of FMAs, as of nvcc's; Clang would make them the magnitude of a product.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += fabsf(a[i * k + l]) * fabsf(b[l * n + j]);
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
