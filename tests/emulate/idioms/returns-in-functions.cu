// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Functions without a result that return under conditions, also in a loop of the kernel.
#include "program.h"

__device__ void choose(float &factor, int row, int some) {
  if (row >= some)
    return;
  factor = 2.0f;
}
__device__ void chooseBoth(float &factor, int row, int column, int some) {
  if (row < some) {
    if (column >= some)
      return;
    factor = 3.0f;
  }
}

// What is left where a function returns early is what was there before.
__global__ void chosen(int m, int n, int k, int some, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    float factor = 1.0f;
    choose(factor, row, some);
    c[row * n + column] = sum * factor;
  }
}
__global__ void chosenByBoth(int m, int n, int k, int some, const float *a, const float *b,
                             float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && column < n) {
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
      sum += a[row * k + l] * b[l * n + column];
    float factor = 1.0f;
    chooseBoth(factor, row, column, some);
    c[row * n + column] = sum * factor;
  }
}

__device__ void store(float *c, float value, int row, int column, int m, int n) {
  if (row >= m)
    return;
  if (column < n)
    c[row * n + column] = value;
}

// Each thread has two columns.
__global__ void stored(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  float sums[2] = {};
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < 2; ++j)
      if (row < m && column + j < n)
        sums[j] += a[row * k + l] * b[l * n + column + j];
  for (int j = 0; j < 2; ++j)
    store(c, sums[j], row, column + j, m, n);
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + 7) / 8, (Rows + 7) / 8), block(8, 8);
  chosen<<<grid, block>>>(Rows, Columns, Steps, 9, a, b, c);
  printArray(c);
  chosenByBoth<<<grid, block>>>(Rows, Columns, Steps, 9, a, b, c);
  printArray(c);
  stored<<<dim3((Columns + 15) / 16, (Rows + 7) / 8), block>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
}
