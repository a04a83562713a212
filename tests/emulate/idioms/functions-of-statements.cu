// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Functions of several statements: what they calculate first, and returns under conditions.
#include "program.h"

__device__ float smooth(float x) {
  const float inner = 0.79788f * (x + 0.0447f * x * x * x);
  float result = 1.0f + tanhf(inner);
  result *= 0.5f;
  return result * x;
}
__device__ float leaky(float x) {
  if (x > 0.0f)
    return x;
  return 0.01f * x;
}
__device__ float bounded(float x, float least, float most) {
  if (x < least) {
    return least;
  } else if (x > most) {
    return most;
  }
  float value = x;
  if (value < 0.0f)
    value = -value;
  return value;
}
__device__ float causal(float x, int row, int column) {
  if (column > row)
    return -1.0f;
  const float scaled = 0.125f * x;
  return scaled;
}

template <int Which>
__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  if (Which == 0)
    c[i * n + j] = smooth(sum);
  else if (Which == 1)
    c[i * n + j] = leaky(sum);
  else if (Which == 2)
    c[i * n + j] = bounded(sum, -0.5f, 0.5f) + leaky(sum);
  else
    c[i * n + j] = causal(sum, i, j);
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 15) / 16, (Rows + 7) / 8), block(16, 8);
  gemm<0><<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  gemm<1><<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  gemm<2><<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  gemm<3><<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}
