// RUN: %same rewritten 'tile<32;32;16;4;4>'
// Grids and blocks that are declared, and get their numbers before the launch. A tile rests on
// them: it is filled by the block's 64 threads.
#include "program.h"
constexpr int T = 8;
__global__ void mm(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.x / T, x = threadIdx.x % T;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0;
  for (int l = 0; l < k; l += T) {
    as[y][x] = row < m && l + x < k ? a[row * k + l + x] : 0.0f;
    bs[y][x] = l + y < k && column < n ? b[(l + y) * n + column] : 0.0f;
    __syncthreads();
    for (int s = 0; s < T; ++s)
      sum += as[y][s] * bs[s][x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
int main() {
  const int m = 53, n = 37, k = 29;
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  dim3 grid, block(32 * 32);
  block = dim3(T * T);
  grid = dim3((n + T - 1) / T, (m + T - 1) / T);
  mm<<<grid, block>>>(m, n, k, a, b, c);
  printArray(c);
}
