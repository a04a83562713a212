// RUN: %same fallback 'tile<32;32;16;4;4>'
// Values that wrap where the launch has the wrong sizes.
#include "program.h"

__global__ void divided(size_t from, int m, int n, int k, const float *a, const float *b,
                        float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l + (from - 10) / 1000000000000000000] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void shortened(short from, int by, int m, int n, int k, const float *a, const float *b,
                          float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  from += by;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l + from] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  divided<<<dim3(3, 6), dim3(16, 8)>>>(5, Rows, Columns, Steps, a, b, c);
  printArray(c);
  shortened<<<dim3(3, 6), dim3(16, 8)>>>(4, 65536, Rows, Columns, Steps, a, b, c);
  printArray(c);
}
