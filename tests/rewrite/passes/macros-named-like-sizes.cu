// RUN: warpsmith %s --passes='tensorize<wmma>' --numerics=fp16 --arch=sm_80 -o %t.cu -- 2>&1 | FileCheck %s --implicit-check-not=warpsmith-parse
// Sizes that are macros, as programs call them. What stands in for CUDA's headers must not use the names.
#define M 1024
#define N 1024
#define K 512
#include <cuda_fp16.h>
// CHECK: remark: rewrote 'hgemm'
__global__ void hgemm(int n, const __half *a, const __half *b, float *c) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0.0f;
  for (int l = 0; l < n; ++l)
    sum += __half2float(a[i * n + l]) * __half2float(b[l * n + j]);
  c[i * n + j] = sum;
}
void launch(const __half *a, const __half *b, float *c) {
  hgemm<<<dim3(M / 16, N / 16), dim3(16, 16)>>>(N, a, b, c);
}
