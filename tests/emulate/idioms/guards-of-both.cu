// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Guards that leave where a row and a column are outside, not where one of them is: all rows of the
// launch must be inside, or all columns.
#include "program.h"

__global__ void leaves(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m && j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// The column comes first, and both are parts of a thread's number.
__global__ void parts(int m, int n, int k, const float *a, const float *b, float *c) {
  const unsigned i = blockIdx.y * 8 + threadIdx.x / 16, j = blockIdx.x * 16 + threadIdx.x % 16;
  if (j >= n && i >= m)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

__global__ void kept(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < m || j < n;
  if (inside) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  leaves<<<dim3(2, 3), dim3(16, 8)>>>(24, 32, Steps, a, b, c);
  printArray(c);
  leaves<<<dim3(2, 3), dim3(16, 8)>>>(40, 32, Steps, a, b, c);
  printArray(c);
  leaves<<<dim3(2, 3), dim3(16, 8)>>>(21, 32, Steps, a, b, c); // rows outside, which it sums
  printArray(c);
  parts<<<dim3(2, 3), 128>>>(24, 32, Steps, a, b, c);
  printArray(c);
  parts<<<dim3(2, 3), 128>>>(5, 40, Steps, a, b, c);
  printArray(c);
  kept<<<dim3(2, 3), dim3(16, 8)>>>(24, 32, Steps, a, b, c);
  printArray(c);
  kept<<<dim3(2, 3), dim3(16, 8)>>>(17, 32, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction leaves
// CHECK-NEXT:   domain   %m < blockDim.y * gridDim.y, %n < blockDim.x * gridDim.x, %k < k
// CHECK:   requires m >= blockDim.y * gridDim.y
// CHECK: contraction parts
