// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Exits in blocks of their own, and functions that are given what they return.
#include "program.h"

__device__ float less(float left, float right) {
  return left - right;
}
__device__ float atMostOne(float x) {
  {
    if (x > 1.0f)
      return 1.0f;
  }
  return x;
}

__global__ void product(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  {
    if (i >= m)
      return;
  }
  if (j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = atMostOne(less(0.5f, less(sum, 2.0f)));
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  product<<<dim3((Columns + 15) / 16, (Rows + 15) / 16), dim3(16, 16)>>>(Rows, Columns, Steps, a, b,
                                                                         c);
  printArray(c);
}
