// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// A macro that is called INFINITY and is a number, beside an infinity.
#include "program.h"
#include <cmath>
#include <limits>
#undef INFINITY
#define INFINITY 1e20f

__global__ void infinite(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = j > i ? -std::numeric_limits<float>::infinity() : sum;
  }
}

__global__ void large(int m, int n, int k, const float *a, const float *b, float *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = j > i ? -INFINITY : sum;
  }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 15) / 16, (Rows + 15) / 16), block(16, 16);
  infinite<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  large<<<grid, block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}

// CHECK: contraction infinite
// CHECK: result   {{.*}} ? -HUGE_VALF : sum
// CHECK: contraction large
// CHECK: result   {{.*}} ? -INFINITY : sum
