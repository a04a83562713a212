// RUN: %same rewritten tile
// Template arguments below zero: as a factor, in a comparison that the compiler decides, in an
// index; also of other integer types.
#include "program.h"

template <int Factor>
__global__ void scaled(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = float(Factor) * sum;
  }
}

template <short Sign>
__global__ void signedSum(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    if (Sign < 0)
      c[i * n + j] = -sum;
    else
      c[i * n + j] = sum;
  }
}

template <long long Offset>
__global__ void moved(int m, int n, int k, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l + 4 + Offset] * b[l * n + j];
    c[i * n + j] = sum + Offset;
  }
}

int main() {
  float *const a = randomArray<float>(1), *const b = randomArray<float>(2);
  const dim3 grid((Columns + 15) / 16, (Rows + 7) / 8), block(16, 8);
  float *const c = randomArray<float>(3);
  scaled<-3><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  signedSum<-1><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  moved<-2><<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
