// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// The size of the tile, and that of the block, which is the same.
#include "program.h"

#define TILE 8

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int tile = 0; tile < (k + TILE - 1) / TILE; ++tile) {
    const int across = tile * blockDim.x + threadIdx.x, down = tile * blockDim.y + threadIdx.y;
    x[threadIdx.y][threadIdx.x] = row < m && across < k ? a[row * k + across] : 0.0f;
    y[threadIdx.y][threadIdx.x] = down < k && column < n ? b[down * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

/// The transpose of b, whose rows the block's columns read.
template <int Width>
__global__ void transposed(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[Width][Width], y[Width][Width];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int tile = 0; tile < (k + Width - 1) / Width; ++tile) {
    const int across = tile * Width + threadIdx.x;
    if (row < m && across < k)
      x[threadIdx.y][threadIdx.x] = a[row * k + across];
    else
      x[threadIdx.y][threadIdx.x] = 0.0f;
    if (blockIdx.x * Width + threadIdx.y < n && across < k)
      y[threadIdx.x][threadIdx.y] = b[(blockIdx.x * Width + threadIdx.y) * k + across];
    else
      y[threadIdx.x][threadIdx.y] = 0.0f;
    __syncthreads();
    for (int l = 0; l < Width; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(TILE, TILE), grid((Columns + TILE - 1) / TILE, (Rows + TILE - 1) / TILE);
  gemm<<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
  transposed<TILE><<<grid, block>>>(a, b, c, Rows, Columns, Steps);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: requires blockDim.y == 8
// CHECK-NEXT: requires blockDim.z == 1
// CHECK: contraction transposed<8>
// CHECK: requires blockDim.x == 8
// CHECK-NEXT: requires blockDim.y == 8
