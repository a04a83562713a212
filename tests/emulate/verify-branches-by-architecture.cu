// RUN: warpsmith %s --passes='tile<32;32;16;4;4>' --arch=sm_80 --verify -o %t.cu -- %flags 2>&1 | FileCheck %s
// What is read as a GPU's architecture compiles it is run as that, too.
// CHECK: verify-branches-by-architecture.cu: verified on
// CHECK: rewrote 'gemm': {{.*}}; read as code with __CUDA_ARCH__ == 800
#include "program.h"

__device__ float scaled(float x) {
#if __CUDA_ARCH__ >= 800
  return 2 * x;
#else
  return 3 * x;
#endif
}
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = scaled(sum);
}
int main() {
  float *a = randomArray<float>(3), *b = randomArray<float>(7), *c = randomArray<float>(9);
  gemm<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
