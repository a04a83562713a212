// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Arrays of a thread's own that functions read and change, by pointers and by references.
#include "program.h"

constexpr int RowsOfTile = 16, ColumnsOfTile = 8, Depth = 4, Up = 4, Across = 2;
constexpr int Wide = ColumnsOfTile / Across, Workers = (RowsOfTile / Up) * Wide;

__device__ void readRows(const float *x, float *registers, int l) {
  for (int i = 0; i < Up; ++i)
    registers[i] = x[(threadIdx.y * Up + i) * Depth + l];
}
__device__ void readColumns(const float (*y)[ColumnsOfTile], float (&registers)[Across], int l) {
#pragma unroll
  for (int j = 0; j < Across; ++j)
    registers[j] = y[l][threadIdx.x * Across + j];
}
__device__ void addProducts(const float *a, const float *b, float *sums) {
  for (int i = 0; i < Up; ++i)
    for (int j = 0; j < Across; ++j)
      sums[i * Across + j] += a[i] * b[j];
}
__device__ void addTile(const float (&x)[RowsOfTile][Depth], const float (&y)[Depth][ColumnsOfTile],
                        float *sums) {
  float rows[Up], columns[Across];
  for (int l = 0; l < Depth; ++l) {
    readRows(&x[0][0], rows, l);
    readColumns(y, columns, l);
    addProducts(rows, columns, sums);
  }
}
/// One row of the thread's at a time.
__device__ void addRow(float a, const float *b, float *sums) {
  for (int j = 0; j < Across; ++j)
    sums[j] += a * b[j];
}
template <int M, int N>
__device__ void clear(float (&sums)[M][N]) {
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j)
      sums[i][j] = 0.0f;
}

__device__ void fill(float (&x)[RowsOfTile][Depth], float (&y)[Depth][ColumnsOfTile],
                     const float *a, const float *b, int m, int n, int k, int first) {
  const int number = threadIdx.y * Wide + threadIdx.x;
  for (int e = number; e < RowsOfTile * Depth; e += Workers) {
    const int r = blockIdx.y * RowsOfTile + e / Depth, l = first + e % Depth;
    x[e / Depth][e % Depth] = r < m && l < k ? a[r * k + l] : 0.0f;
  }
  for (int e = number; e < Depth * ColumnsOfTile; e += Workers) {
    const int l = first + e / ColumnsOfTile, s = blockIdx.x * ColumnsOfTile + e % ColumnsOfTile;
    y[e / ColumnsOfTile][e % ColumnsOfTile] = l < k && s < n ? b[l * n + s] : 0.0f;
  }
  __syncthreads();
}

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[RowsOfTile][Depth], y[Depth][ColumnsOfTile];
  float sums[Up * Across] = {};
  for (int first = 0; first < k; first += Depth) {
    fill(x, y, a, b, m, n, k, first);
    addTile(x, y, sums);
    __syncthreads();
  }
  for (int i = 0; i < Up; ++i)
    for (int j = 0; j < Across; ++j) {
      const int r = blockIdx.y * RowsOfTile + threadIdx.y * Up + i;
      const int s = blockIdx.x * ColumnsOfTile + threadIdx.x * Across + j;
      if (r < m && s < n)
        c[r * n + s] = sums[i * Across + j];
    }
}

__global__ void byRows(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[RowsOfTile][Depth], y[Depth][ColumnsOfTile];
  float sums[Up][Across], columns[Across];
  clear(sums);
  for (int first = 0; first < k; first += Depth) {
    fill(x, y, a, b, m, n, k, first);
    for (int l = 0; l < Depth; ++l) {
      readColumns(y, columns, l);
      for (int i = 0; i < Up; ++i)
        addRow(x[threadIdx.y * Up + i][l], columns, sums[i]);
    }
    __syncthreads();
  }
  for (int i = 0; i < Up; ++i)
    for (int j = 0; j < Across; ++j) {
      const int r = blockIdx.y * RowsOfTile + threadIdx.y * Up + i;
      const int s = blockIdx.x * ColumnsOfTile + threadIdx.x * Across + j;
      if (r < m && s < n)
        c[r * n + s] = sums[i][j];
    }
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid((Columns + ColumnsOfTile - 1) / ColumnsOfTile,
                  (Rows + RowsOfTile - 1) / RowsOfTile);
  gemm<<<grid, dim3(Wide, RowsOfTile / Up)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  byRows<<<grid, dim3(Wide, RowsOfTile / Up)>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}
