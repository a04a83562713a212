// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s --check-prefix=OTHERS
// Registers that a step sets only for the rows and columns that exist: others keep what they held,
// which reaches no element that is stored.
#include "program.h"

constexpr int EachRows = 2, EachColumns = 4;

__global__ void held(int m, int n, int k, const float *a, const float *b, float *c) {
  const int row = (blockIdx.y * blockDim.y + threadIdx.y) * EachRows;
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * EachColumns;
  float sums[EachRows][EachColumns] = {0.0f};
  if (row >= m || column >= n)
    return;
  float ofRows[EachRows] = {0.0f}, ofColumns[EachColumns];
  for (int l = 0; l < k; ++l) {
    for (int i = 0; i < EachRows; ++i)
      if (row + i < m && column < n)
        ofRows[i] = a[(row + i) * k + l];
    for (int j = 0; j < EachColumns; ++j)
      if (column + j < n && row < m)
        ofColumns[j] = b[l * n + column + j];
    for (int i = 0; i < EachRows; ++i)
      for (int j = 0; j < EachColumns; ++j)
        sums[i][j] += ofRows[i] * ofColumns[j];
  }
  for (int i = 0; i < EachRows; ++i)
    for (int j = 0; j < EachColumns; ++j)
      if (row + i < m && column + j < n)
        c[(row + i) * n + column + j] = sums[i][j];
}

// CHECK: contraction held
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum

// The registers go from tile to tile, too.
// OTHERS: contraction heldByTiles
// OTHERS-NEXT:   domain   %m < m, %n < n, %k < k
__global__ void heldByTiles(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float x[8][8], y[8][8];
  const int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  float sum = 0.0f, ofRow = 1.0f, ofColumn = 0.0f;
  for (int tile = 0; tile < (k - 1) / 8 + 1; ++tile) {
    const int step = tile * 8 + threadIdx.x, stepOfB = tile * 8 + threadIdx.y;
    x[threadIdx.y][threadIdx.x] = i < m && step < k ? a[i * k + step] : 0.0f;
    y[threadIdx.y][threadIdx.x] = j < n && stepOfB < k ? b[stepOfB * n + j] : 0.0f;
    __syncthreads();
    for (int l = 0; l < 8; ++l) {
      if (i < m)
        ofRow = x[threadIdx.y][l];
      if (j < n)
        ofColumn = y[l][threadIdx.x];
      sum += ofRow * ofColumn;
    }
    __syncthreads();
  }
  if (i < m && j < n)
    c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  held<<<dim3(2, 3), dim3(8, 8)>>>(Rows, Columns, Steps, a, b, c);
  printArray(c);
  heldByTiles<<<dim3((Columns + 7) / 8, (Rows + 7) / 8), dim3(8, 8)>>>(Rows, Columns, Steps, b, a,
                                                                       c);
  printArray(c);
}
