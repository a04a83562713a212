// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: grep -c '_rewritten::' %t.trace | FileCheck %s
// What the epilogue reads begins a row behind the output, or is the other output: a thread has a
// column, so that the order of its rows counts. Such launches take the original.
#include "program.h"

// Of the five launches those whose arrays are apart, as two for two outputs, and the first output
// of one more.
// CHECK: {{^}}4{{$}}
__global__ void beside(int m, int n, int k, const float *a, const float *b, const float *d,
                       float *c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= n)
    return;
  for (int row = 0; row < m; ++row) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum + d[row * n + column];
  }
}

__global__ void both(int m, int n, int k, const float *a, const float *b, const float *e, float *c,
                     float *d) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= n)
    return;
  for (int row = 0; row < m; ++row) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    c[row * n + column] = sum + e[column];
    d[row * n + column] = 2.0f * sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  float *d = randomArray<float>(3), *e = randomArray<float>(7);
  const dim3 grid((Columns + 7) / 8), block(8);
  beside<<<grid, block>>>(Rows, Columns, Steps, a, b, d, c);
  printArray(c);
  beside<<<grid, block>>>(Rows, Columns, Steps, a, b, c + Columns, c);
  printArray(c);
  both<<<grid, block>>>(Rows, Columns, Steps, a, b, e, c, d);
  printArray(c);
  printArray(d);
  both<<<grid, block>>>(Rows, Columns, Steps, a, b, d, c, d);
  printArray(c);
  printArray(d);
  both<<<grid, block>>>(Rows, Columns, Steps, a, b, e, c, c + Columns);
  printArray(c);
}
