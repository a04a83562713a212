// RUN: rm -rf %t && mkdir %t && warpsmith %s --passes=tile --arch=sm_80 -o %t/out.cu -- -DUSE_FIRST 2>&1 | FileCheck %s
// RUN: warpsmith %t/out.cu --revert -o - -- | diff - %s
// What kernels share stands before the conditional that one of them may be left out by.
// CHECK: remark: rewrote 'first'
// CHECK: remark: rewrote 'second'
// RUN: warpsmith-emulate %t/out.cu -o %t/without -- && %t/without
// RUN: warpsmith-emulate %t/out.cu -o %t/with -- -DUSE_FIRST && %t/with
// RUN: warpsmith %s --passes=tile --arch=sm_80 --companion=shared.cuh -o %t/companion.cu -- -DUSE_FIRST
// RUN: warpsmith-emulate %t/companion.cu -o %t/without -- -I%t && %t/without
#include <cuda_runtime.h>

#ifndef GUARD // like that of a header
#define GUARD
int before = 1;
#ifdef USE_FIRST
namespace inner {
__global__ void first(int m, int n, int k, const double *a, const double *b, double *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
} // namespace inner
#endif

__global__ void second(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
#endif

int main() {
  const int N = 64;
  float *a, *c;
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&c, N * N * sizeof(float));
  for (int i = 0; i < N * N; ++i)
    a[i] = 1;
  second<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(N, N, N, a, a, c);
  cudaDeviceSynchronize();
  return c[5] == N ? 0 : 1;
}
