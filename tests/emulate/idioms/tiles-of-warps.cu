// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Threads that are numbered by warps and lanes: rows and columns each have digits of both, as the
// block tiles of fast kernels do. Sizes are constants of a class template.
#include "program.h"
template <int M, int N, int LaneColumns>
struct Layout {
  static constexpr int Warps = 4, WarpsAlongN = 2, LaneRows = 32 / LaneColumns;
  static constexpr int Rows = M, Columns = N;
  static constexpr int RowsOfThread = M / (Warps / WarpsAlongN * LaneRows);
  static constexpr int ColumnsOfThread = N / (WarpsAlongN * LaneColumns);
  static constexpr int Threads = 32 * Warps;
};
template <typename Tile>
__device__ int rowOf(int thread, int i) {
  const int warp = thread / 32, lane = thread % 32;
  return (i * (Tile::Warps / Tile::WarpsAlongN) + warp / Tile::WarpsAlongN) * Tile::LaneRows +
         lane / (32 / Tile::LaneRows);
}
template <typename Tile, int LaneColumns>
__device__ int columnOf(int thread, int j) {
  const int warp = thread / 32, lane = thread % 32;
  return ((warp % Tile::WarpsAlongN) * LaneColumns + lane % LaneColumns) * Tile::ColumnsOfThread +
         j;
}
__global__ void __launch_bounds__(128)
    mm(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
  using Tile = Layout<32, 64, 8>;
  const int row = blockIdx.y * Tile::Rows, column = blockIdx.x * Tile::Columns;
  float sum[Tile::RowsOfThread][Tile::ColumnsOfThread] = {};
  for (int l = 0; l < k; ++l)
    for (int i = 0; i < Tile::RowsOfThread; ++i)
      for (int j = 0; j < Tile::ColumnsOfThread; ++j) {
        const int y = row + rowOf<Tile>(threadIdx.x, i),
                  x = column + columnOf<Tile, 8>(threadIdx.x, j);
        if (y < m && x < n)
          sum[i][j] += a[y * lda + l] * b[l * ldb + x];
      }
  for (int i = 0; i < Tile::RowsOfThread; ++i)
    for (int j = 0; j < Tile::ColumnsOfThread; ++j) {
      const int y = row + rowOf<Tile>(threadIdx.x, i),
                x = column + columnOf<Tile, 8>(threadIdx.x, j);
      if (y < m && x < n)
        c[y * ldc + x] = sum[i][j];
    }
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  mm<<<dim3(1, 2), 128>>>(53, 61, 29, a, 31, b, 62, c, 63);
  printArray(c);
}
