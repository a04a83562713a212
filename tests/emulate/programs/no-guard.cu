// RUN: %same rewritten 'tile<32;32;16;4;4>'
// No guard: the threads of the launch are the domain.
#include "program.h"

constexpr int Tile = 9;

__global__ void gemm(int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * Tile + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  static_assert(Rows % Tile == 0, "whole blocks");
  gemm<<<dim3(1, Rows / Tile), dim3(Columns, Tile)>>>(Columns, Steps, a, b, c);
  gemm<<<dim3(1, 2), dim3(Columns - 5, Tile)>>>(Columns, Steps, a + 7, b, c + 3000);
  printArray(c);
}
