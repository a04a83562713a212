// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<32;32;16;4;4>,pipeline<stages=3>'
// Types of the user's are called as those of generated code, and are more than a parameter's type.
#include "program.h"

struct Problem {
  using Real = float;
  struct BlockTile {
    int m, n, k;
  };
};

__global__ void gemm(Problem::BlockTile sizes, const Problem::Real *a, const Problem::Real *b,
                     Problem::Real *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < sizes.m && j < sizes.n) {
    Problem::Real sum = 0;
    for (int l = 0; l < sizes.k; ++l)
      sum += a[i * sizes.k + l] * b[l * sizes.n + j];
    c[i * sizes.n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Problem::BlockTile{Rows, Columns, Steps}, a, b, c);
  printArray(c);
}
