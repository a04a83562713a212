// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %if nvcc %{ %nvcc -arch=sm_80 -c %t.rewritten.cu -o %t.o -I%S/../Inputs %}
// A template is declared, with default arguments of its parameters, launched and then defined.
#include "program.h"
template <typename T = float, int Scale = 3>
__global__ void gemm(int m, int n, int k, const T *a, const T *b, T *c);

void early(float *a, float *b, float *c) {
  gemm<<<dim3((Columns + 31) / 32, (Rows + 7) / 8), dim3(32, 8)>>>(Rows, Columns, Steps, a, b, c);
}

template <typename T, int Scale>
__global__ void gemm(int m, int n, int k, const T *a, const T *b, T *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    T sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = Scale * sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  early(a, b, c);
  printArray(c);
  gemm<float, 2>
      <<<dim3((Columns + 31) / 32, (Rows + 7) / 8), dim3(32, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
