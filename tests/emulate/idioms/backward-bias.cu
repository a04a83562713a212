// RUN: %same fallback 'tile<32;32;16;4;4>'
// A bias read backward, which lies between the rows of C.
#include "program.h"

__global__ void gemm(int m, int n, int k, const float *a, const float *b, const float *bias,
                     float *c, int ldc) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * ldc + j] = sum + bias[n - 1 - j];
  }
}

int main() {
  constexpr int Pitch = Columns + 40;
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c + 20 * Pitch + Columns + 2, c,
                                    Pitch);
  printArray(c);
}
