// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Results that are stored by vectors where their address is a multiple of 16 bytes, and element by
// element elsewhere.
#include "program.h"
#include <cstdint>

#define IS_ALIGNED(pointer) (reinterpret_cast<uintptr_t>(pointer) % 16 == 0)
#define FLOAT4(value) (reinterpret_cast<float4 *>(&(value))[0])
#define SUMS                                                                                       \
  const int row = blockIdx.y * 16 + threadIdx.y, column = (blockIdx.x * 16 + threadIdx.x) * 4;     \
  float sums[4] = {0.0f};                                                                          \
  if (row < m)                                                                                     \
    for (int l = 0; l < k; ++l)                                                                    \
      for (int j = 0; j < 4; ++j)                                                                  \
        if (column + j < n)                                                                        \
          sums[j] += a[row * k + l] * b[l * n + column + j];

// CHECK: contraction ofElements
// CHECK-NEXT: domain %m < m, %n < n, %k < k
__global__ void ofElements(int m, int n, int k, const float *a, const float *b, float *c) {
  SUMS if (row < m && column + 3 < n && IS_ALIGNED(c + row * n + column))
      FLOAT4(c[row * n + column]) = FLOAT4(sums[0]);
  else for (int j = 0; j < 4; ++j) if (row < m && column + j < n) c[row * n + column + j] = sums[j];
}

// CHECK: contraction insideOfRow
// CHECK-NEXT: domain %m < m, %n < n, %k < k
__global__ void insideOfRow(int m, int n, int k, const float *a, const float *b, float *c) {
  SUMS if (row < m) {
    if (IS_ALIGNED(c + row * n + column) && column + 4 <= n)
      FLOAT4(c[row * n + column]) = make_float4(sums[0], sums[1], sums[2], sums[3]);
    else
      for (int j = 0; j < 4; ++j)
        if (column + j < n)
          c[row * n + column + j] = sums[j];
  }
}

// Of the whole matrix.
// CHECK: contraction ofMatrix
// CHECK-NEXT: domain %m < m, %n < n, %k < k
__global__ void ofMatrix(int m, int n, int k, const float *a, const float *b, float *c) {
  SUMS if (((uintptr_t)c & 15) == 0 && n % 4 == 0) {
    if (row < m && column + 3 < n)
      FLOAT4(c[row * n + column]) = FLOAT4(sums[0]);
  }
  else {
    for (int j = 0; j < 4; ++j)
      if (row < m && column + j < n)
        c[row * n + column + j] = sums[j];
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(1, 4), block(16, 16);
  for (const int n : {37, 44}) {
    ofElements<<<grid, block>>>(53, n, 29, a, b, c);
    printArray(c);
    insideOfRow<<<grid, block>>>(53, n, 29, a, b, c);
    printArray(c);
    ofMatrix<<<grid, block>>>(53, n, 29, a, b, c);
    printArray(c);
  }
}
