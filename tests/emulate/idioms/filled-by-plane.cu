// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// The threads of a block of two dimensions fill tiles in turn, by a number whose width is a
// constant.
#include "program.h"

constexpr int RowsOfTile = 16, ColumnsOfTile = 8, StepsOfTile = 4;
constexpr int Each = 2;
constexpr int Workers = (RowsOfTile / Each) * (ColumnsOfTile / Each);

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[StepsOfTile][RowsOfTile], y[StepsOfTile][ColumnsOfTile];
  const int row = blockIdx.y * RowsOfTile, column = blockIdx.x * ColumnsOfTile;
  const int number = threadIdx.y * (ColumnsOfTile / Each) + threadIdx.x;
  float sums[Each][Each] = {};
  for (int first = 0; first < k; first += StepsOfTile) {
    for (int i = number; i < RowsOfTile * StepsOfTile; i += Workers) {
      const int r = row + i / StepsOfTile, s = first + i % StepsOfTile;
      x[i % StepsOfTile][i / StepsOfTile] = r < m && s < k ? a[r * k + s] : 0.0f;
    }
    for (int i = number; i < StepsOfTile * ColumnsOfTile; i += Workers) {
      const int s = first + i / ColumnsOfTile, r = column + i % ColumnsOfTile;
      y[i / ColumnsOfTile][i % ColumnsOfTile] = s < k && r < n ? b[s * n + r] : 0.0f;
    }
    __syncthreads();
    for (int s = 0; s < StepsOfTile; ++s)
      for (int i = 0; i < Each; ++i)
        for (int j = 0; j < Each; ++j)
          sums[i][j] += x[s][threadIdx.y * Each + i] * y[s][threadIdx.x * Each + j];
    __syncthreads();
  }
  for (int i = 0; i < Each; ++i)
    for (int j = 0; j < Each; ++j) {
      const int r = row + threadIdx.y * Each + i, s = column + threadIdx.x * Each + j;
      if (r < m && s < n)
        c[r * n + s] = sums[i][j];
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + ColumnsOfTile - 1) / ColumnsOfTile,
                  (Rows + RowsOfTile - 1) / RowsOfTile);
  gemm<<<grid, dim3(ColumnsOfTile / Each, RowsOfTile / Each)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: requires blockDim.x == 4
// CHECK: requires blockDim.y == 8
