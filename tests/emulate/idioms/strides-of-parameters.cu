// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Both strides of each matrix are parameters: one of them is 1 in each case.
#include "program.h"

// CHECK: contraction strided
// CHECK: csB == 1
// CHECK: contraction strided
// CHECK: contraction strided
// CHECK: contraction strided
// CHECK-NOT: contraction
__global__ void strided(const float *A, int rsA, int csA, const float *B, int rsB, int csB,
                        float *C, int rsC, int csC, int m, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float s = 0;
  for (int l = 0; l < k; ++l)
    s += A[i * rsA + l * csA] * B[l * rsB + j * csB];
  C[i * rsC + j * csC] = s;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  const int M = Rows, N = Columns, K = Steps;
  strided<<<grid, block>>>(a, K, 1, b, N, 1, c, N, 1, M, N, K);
  printArray(c);
  strided<<<grid, block>>>(a, 1, M, b, 1, K, c, N, 1, M, N, K);
  printArray(c);
  strided<<<grid, block>>>(a, K, 1, b, 1, K, c, N + 3, 1, M, N, K);
  printArray(c);
  // No stride is 1, and then those of C alone.
  strided<<<grid, block>>>(a, 2 * K, 2, b, N, 1, c, N, 1, M, N, K);
  printArray(c);
  strided<<<grid, block>>>(a, K, 1, b, N, 1, c, 1, M, M, N, K);
  printArray(c);
}
