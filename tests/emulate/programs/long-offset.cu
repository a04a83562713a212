// RUN: %same rewritten 'tile<32;32;16;4;4>'
// An offset of more than 31 bits.
#include "program.h"
#include <cuda_fp16.h>
__global__ void gemm(int m, int n, int k, const __half *a, const __half *b, float *c, int batch,
                     int st) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[(long long)batch * st + i * k + l]) * __half2float(b[l * n + j]);
    c[i * n + j] = sum;
  }
}

int main() {
  const int M = Rows, N = Columns, m = Rows, n = Columns, k = Steps;
  __half *a = randomArray<__half>(17), *b = randomArray<__half>(5);
  float *c = randomArray<float>(11);
  const __half *big = a - 70000ll * 70000;
  gemm<<<dim3((N + 31) / 32, (M + 7) / 8), dim3(32, 8)>>>(m, n, k, big, b, c, 70000, 70000);
  printArray(c);
}
