// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A symmetric matrix whose last row has no thread: the last element of its diagonal stays.
#include "program.h"

// CHECK: contraction correlation
// CHECK: result   P0 == P1 ? (P0 < P2 ? (float)1.0 : C) : sum
// CHECK: requires m >= 2
__global__ void correlation(int m, int n, float *s, const float *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m - 1) {
    s[i * m + i] = 1.0;
    for (int j = i + 1; j < m; ++j) {
      s[i * m + j] = 0.0;
      for (int k = 0; k < n; ++k)
        s[i * m + j] += d[k * m + i] * d[k * m + j];
      s[j * m + i] = s[i * m + j];
    }
  }
}

int main() {
  float *d = randomArray<float>(17), *s = randomArray<float>(11);
  correlation<<<3, 16>>>(Rows, Steps, s, d);
  printArray(s);
  correlation<<<3, 16>>>(2, Steps, s, d);
  printArray(s);
  // Too small a grid, and nothing to store.
  correlation<<<1, 16>>>(Rows, Steps, s, d);
  printArray(s);
  correlation<<<1, 16>>>(1, Steps, s, d);
  printArray(s);
}
