// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %same rewritten 'tile<64;64;16;4;4>,pipeline<stages=3>' --arch=sm_80
// RUN: warpsmith %s --passes=auto --numerics=tf32 --arch=sm_90a --verify -o %t.auto.cu -- %flags
// Rows that begin before those above them end: a filter along one dimension, with steps and
// without.
#include "program.h"

__global__ void filters(int m, int n, int k, const float *x, const float *w, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += x[i + l] * w[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void stepped(int m, int n, int k, int step, const float *x, const float *w, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += x[i * step + l] * w[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *c = randomArray<float>(11);
  filters<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, x, w, c);
  printArray(c);
  stepped<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, 4, x, w, c);
  printArray(c);
}
