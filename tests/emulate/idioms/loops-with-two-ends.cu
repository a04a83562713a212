// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Loops that end at the nearer one of two ends: the launch says which one that is.
#include "program.h"

constexpr int Limit = 512;

__global__ void limited(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k && l < Limit; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

__global__ void least(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < min(k, Limit); ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  limited<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  least<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction limited
// CHECK: domain   %m < m, %n < n, %k < k
// CHECK: requires 512 >= k
// CHECK: contraction least
// CHECK: domain   %m < m, %n < n, %k < k
// CHECK: requires 512 >= k
