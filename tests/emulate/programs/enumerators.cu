// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: FileCheck %s --input-file=%t.rewritten.cu
// Sizes that are enumerators keep their names.
#include "program.h"

enum { Depth = 29 };
namespace sizes {
enum Size : unsigned { Width = 37 };
}
// CHECK: {{^ .*}}steps = Depth
// CHECK: {{^ .*}}ldb = ::sizes::Width

__global__ void gemm(int m, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < sizes::Width) {
    float sum = 0;
    for (int l = 0; l < Depth; ++l)
      sum += a[i * Depth + l] * b[l * sizes::Width + j];
    c[i * sizes::Width + j] = sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(2, 6), dim3(32, 8)>>>(Rows, a, b, c);
  printArray(c);
}
