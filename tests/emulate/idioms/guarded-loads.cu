// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Loads are guarded, and the store is not: the sizes must be those of the grid.
#include "program.h"

#define TILE 8

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0;
  for (int first = 0; first < k; first += TILE) {
    if (row < m && first + threadIdx.x < k)
      x[threadIdx.y][threadIdx.x] = a[row * k + first + threadIdx.x];
    else
      x[threadIdx.y][threadIdx.x] = 0.0;
    if (first + threadIdx.y < k && column < n)
      y[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * n + column];
    else
      y[threadIdx.y][threadIdx.x] = 0.0;
    __syncthreads();
    for (int l = 0; l < TILE; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The guards are on the places in the whole matrices: the tiles must end with the rows.
__global__ void onPlaces(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float x[TILE][TILE], y[TILE][TILE];
  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  int inA = row * k + threadIdx.x, inB = threadIdx.y * n + column;
  const int elementsOfA = m * k, elementsOfB = k * n;
  float sum = 0.0f;
  for (int first = 0; first < k; first += TILE) {
    x[threadIdx.y][threadIdx.x] = inA < elementsOfA ? a[inA] : 0.0f;
    y[threadIdx.y][threadIdx.x] = inB < elementsOfB ? b[inB] : 0.0f;
    __syncthreads();
    inA += TILE;
    inB += TILE * n;
    for (int l = 0; l < TILE; ++l)
      sum += x[threadIdx.y][l] * y[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  gemm<<<dim3(5, 6), dim3(TILE, TILE)>>>(a, b, c, 48, 40, 27);
  printArray(c);
  // Fewer rows than threads: the original runs, and stores zeros behind the last row.
  gemm<<<dim3(5, 5), dim3(TILE, TILE)>>>(a, b, c, 37, 40, 27);
  printArray(c);
  onPlaces<<<dim3(5, 5), dim3(TILE, TILE)>>>(a, b, c, 37, 35, 24);
  printArray(c);
  // The last tile reads from the next row: the original runs.
  onPlaces<<<dim3(5, 5), dim3(TILE, TILE)>>>(a, b, c, 37, 35, 27);
  printArray(c);
}

// CHECK: contraction gemm
// CHECK: requires m >= 8 * gridDim.y
// CHECK-NEXT: requires n >= 8 * gridDim.x
// CHECK: contraction onPlaces
// CHECK-NEXT:   domain   %m < m, %n < n, %k < 8 * (((long long)k + 7) / 8)
// CHECK: requires 8 * (((long long)k + 7) / 8) == k
