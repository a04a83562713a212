// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Factors and sizes are members of one structure, some of them without a name between.
#include "program.h"

struct Problem {
  struct {
    int m, n;
  };
  union {
    int k;
    unsigned depth;
  };
  float alpha, beta;
  const float *a, *b;
  float *c;
};

__global__ void gemm(Problem p) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < p.m && j < p.n) {
    float sum = 0;
    for (int l = 0; l < p.k; ++l)
      sum += p.a[i * p.k + l] * p.b[l * p.n + j];
    p.c[i * p.n + j] = p.beta == 0 ? p.alpha * sum : fmaf(p.beta, p.c[i * p.n + j], p.alpha * sum);
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  Problem p{{Rows, Columns}, {Steps}, 0.7f, 0.0f, a, b, c};
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(p);
  printArray(c);
  p.beta = 0.3f;
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(p);
  printArray(c);
}
