// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// An operand that is dequantised, and one that goes through a function.
#include "program.h"

__device__ float positive(float x) {
  return x > 0 ? x : 0;
}

// CHECK: step     sum + (A > 0.0f ? A : 0.0f) * ((float)B * scale + zero)
__global__ void gemm(int m, int n, int k, const float *a, const signed char *b, float *c,
                     float scale, float zero) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += positive(a[i * k + l]) * ((float)b[l * n + j] * scale + zero);
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *c = randomArray<float>(11);
  signed char *b = randomArray<signed char>(5);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c, 0.25f, 1.5f);
  printArray(c);
}
