// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Kernels of names that other functions have, too.
#include "program.h"

// warpsmith: off
__global__ void multiply(const float *a, float s, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = s * a[i];
}

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

template <class T>
// warpsmith: off
__global__ void multiply(const T *a, const T *b, T *c, T start) {
  c[threadIdx.x] = start + a[threadIdx.x] * b[threadIdx.x];
}

// The host's function has the kernel's name.
void multiply(const float *a, const float *b, float *c) {
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  multiply<<<grid, block>>>(a, b, c, Rows, Columns, Steps);
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  multiply<<<4, 64>>>(a, 0.5f, c, 250);
  printArray(c);
  multiply<<<1, 32>>>(a, b, c, 0.25f);
  printArray(c);
  multiply(a, b, c);
  printArray(c);
}
