// RUN: %same rewritten 'tile<32;32;16;4;4>'
// A function of the user called like one of CUDA's is what the user wrote.
#include "program.h"
namespace my {
__device__ inline float fmaf(float x, float y, float z) {
  return x * y * 2 + z;
}
} // namespace my
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum = my::fmaf(a[i * k + l], b[l * n + j], sum);
    c[i * n + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(2, 6), dim3(32, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
