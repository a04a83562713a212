// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A structure that is one of two, of which the other is not evaluated: it may read beyond the
// array.
#include "program.h"

struct Factors {
  float left, right;
};

__device__ Factors factors(const float *a, const float *b, int row, int column, int n, int k,
                           int step) {
  return {a[row * k + step], b[step * n + column]};
}

__global__ void gemm(int m, int n, int k, int last, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n)
    return;
  float sum = 0.0f;
  for (int step = 0; step < last; ++step) {
    const Factors both = step < k ? factors(a, b, row, column, n, k, step) : Factors{0.0f, 0.0f};
    sum += both.left * both.right;
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 4), dim3(16, 8)>>>(29, 37, 21, 21, a, b, c);
  printArray(c);
}

// CHECK: contraction gemm
