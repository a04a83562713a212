// RUN: %same rewritten tile
// A product of two floats in double that is rounded to float is their float product: nvcc makes it
// one, and contracts it with the sum.
#include "program.h"

__global__ void rounded(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (float)((double)a[i * k + l] * b[l * n + j]);
    c[i * n + j] = sum;
  }
}

__global__ void subtracted(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) {
      const double x = a[i * k + l], y = b[l * n + j];
      sum -= (float)(x * y);
    }
    c[i * n + j] = sum;
  }
}

int main() {
  float *const a = randomArray<float>(1), *const b = randomArray<float>(2);
  const dim3 grid((Columns + 15) / 16, (Rows + 7) / 8), block(16, 8);
  float *const c = randomArray<float>(3);
  rounded<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  subtracted<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
