// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Pairs of narrow numbers that are made of one: an element of A, perhaps rounded, beside two of B.
#include "program.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(int m, int n, int k, const half *a, const half *b, float *c) {
  const int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float first = 0.0f, second = 0.0f;
  for (int l = 0; l < k; ++l) {
    const half2 x = __half2half2(a[i * k + l]);
    const half2 y = *reinterpret_cast<const half2 *>(b + l * n + j);
    first += __low2float(x) * __low2float(y);
    second += __high2float(x) * __high2float(y);
  }
  c[i * n + j] = first;
  c[i * n + j + 1] = second;
}

__global__ void rounded(int m, int n, int k, const float *a, const __nv_bfloat16 *b, float *c) {
  const int j = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n)
    return;
  float first = 0.0f, second = 0.0f;
  for (int l = 0; l < k; ++l) {
    const __nv_bfloat162 x = __float2bfloat162_rn(a[i * k + l]);
    const __nv_bfloat162 y = *reinterpret_cast<const __nv_bfloat162 *>(b + l * n + j);
    first += __low2float(x) * __low2float(y);
    second += __high2float(x) * __high2float(y);
  }
  c[i * n + j] = first;
  c[i * n + j + 1] = second;
}

int main() {
  half *a = randomArray<half>(17), *b = randomArray<half>(5);
  float *c = randomArray<float>(11), *d = randomArray<float>(3);
  __nv_bfloat16 *e = randomArray<__nv_bfloat16>(7);
  halves<<<dim3(3, 6), dim3(8, 8)>>>(Rows, 38, Steps, a, b, c);
  printArray(c);
  rounded<<<dim3(3, 6), dim3(8, 8)>>>(Rows, 38, Steps, d, e, c);
  printArray(c);
}
