#include "device.cuh"
#include "size.h"

__global__ void product(int n, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = 0; k < n; ++k)
      s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}

void two(float *a, float *b, float *c) {
  dim3 grid(4, 4), block(16, 16);
  product<<<grid, block>>>(Size, a, b, c);
}
