// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Elements of 16 bits without a sign, and such that are made of elements with one.
#include "program.h"

// CHECK: A        a[%m * k + %k]: u16
// CHECK: step     sum + (unsigned)A * (unsigned)(unsigned short)B
__global__ void gemm(int m, int n, int k, const unsigned short *a, const short *b, unsigned *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  unsigned sum = 0;
  for (int l = 0; l < k; ++l)
    sum += (unsigned)a[i * k + l] * (unsigned short)b[l * n + j];
  c[i * n + j] = sum;
}

int main() {
  unsigned short *a = (unsigned short *)randomArray<float>(17);
  short *b = (short *)randomArray<float>(5);
  unsigned *c = (unsigned *)randomArray<int>(11);
  gemm<<<dim3(3, 6), dim3(16, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray((int *)c);
}
