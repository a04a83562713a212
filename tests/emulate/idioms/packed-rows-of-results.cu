// RUN: %same rewritten 'tensorize<wgmma;packed;128;128>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'auto<tiles=2>' --arch=sm_90a --numerics=fp16 --device-headers
// B lies in blocks of 16 columns. Rows of C lie in blocks of 16, with room between these, and its
// columns are adjacent.
#include "program.h"
#include <cuda_fp16.h>
#include <vector>

__global__ void product(int m, int n, int k, int block, const __half *a, const __half *b,
                        __half *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m * 16 || j >= n * 16)
    return;
  float sum = 0;
  for (int s = 0; s < k; ++s)
    sum += (float)a[i * k + s] * (float)b[(j / 16 * k + s) * 16 + j % 16];
  c[i / 16 * block + i % 16 * (n * 16) + j] = (__half)sum;
}

__half *wholeNumbers(unsigned state, int most) {
  std::vector<__half> values(Elements);
  for (__half &value : values) {
    state = state * 1664525 + 1013904223;
    value = (__half)(float)(int(state >> 16) % most - most / 3);
  }
  __half *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(__half));
  cudaMemcpy(array, values.data(), Elements * sizeof(__half), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  __half *a = wholeNumbers(17, 4), *b = wholeNumbers(5, 3), *c = wholeNumbers(11, 9);
  product<<<dim3(6, 10), dim3(16, 16)>>>(10, 6, 72, 16 * 96 + 64, a, b, c);
  printArray(c);
}
