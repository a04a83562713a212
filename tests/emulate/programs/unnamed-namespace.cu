// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %if nvcc %{ %nvcc -arch=sm_80 -c %t.rewritten.cu -o %t.o -I%S/../Inputs %}
// Constants, an enumerator and the kernel in an unnamed namespace: one thing, whatever scope it is
// looked up from.
#include "program.h"
namespace {
constexpr int kBlock = 16;
const int kScale = 3;
enum { Offset = 2 };
__global__ void gemm(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * kBlock + threadIdx.y;
  int j = blockIdx.x * kBlock + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = kScale * sum + Offset;
  }
}
} // namespace

int main() {
  const int m = Rows, n = Columns, k = Steps;
  float *a = randomArray<float>(17), *b = randomArray<float>(5);
  float *c = randomArray<float>(11);
  dim3 grid((n + kBlock - 1) / kBlock, (m + kBlock - 1) / kBlock);
  gemm<<<grid, dim3(kBlock, kBlock)>>>(m, n, k, a, b, c);
  printArray(c);
}
