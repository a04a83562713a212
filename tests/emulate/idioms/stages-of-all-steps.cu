// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Stages of shared memory for any number of steps: no launch is asked for few of them.
#include "program.h"
#include <cuda_pipeline.h>

constexpr int T = 16, S = 3;

// CHECK: contraction counted
// CHECK-NOT: requires {{[0-9]?[0-9]?[0-9]}} >=
__global__ void counted(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int y = threadIdx.x / 4, x = threadIdx.x % 4 * 4; // 64 threads
  const float *from = a + (blockIdx.y * T + y) * k + x, *other = b + y * n + blockIdx.x * T + x;
  float sums[4] = {};
  auto copy = [&](int stage, int t) {
    __pipeline_memcpy_async(&as[stage][y][x], from + t * T, sizeof(float4));
    __pipeline_memcpy_async(&bs[stage][y][x], other + t * T * n, sizeof(float4));
  };
  for (int s = 0; s < S - 1; ++s) {
    if (s < k / T)
      copy(s, s);
    __pipeline_commit();
  }
  int read = 0, write = S - 1;
  for (int t = 0; t < k / T; ++t) {
    __pipeline_wait_prior(S - 2);
    __syncthreads();
    if (t + S - 1 < k / T)
      copy(write, t + S - 1);
    __pipeline_commit();
    for (int l = 0; l < T; ++l)
      for (int j = 0; j < 4; ++j)
        sums[j] += as[read][y][l] * bs[read][l][x + j];
    read = (read + 1) % S;
    write = write == S - 1 ? 0 : write + 1;
  }
  for (int j = 0; j < 4; ++j)
    c[(blockIdx.y * T + y) * n + blockIdx.x * T + x + j] = sums[j];
}

// More stages are filled than there are tiles; the rest of them is read by nobody.
// CHECK: contraction more
// CHECK-NOT: requires {{[0-9]?[0-9]?[0-9]}} >=
__global__ void more(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = (k + T - 1) / T;
  auto store = [&](int stage, int tile) {
    const int x = tile * T + tx, y = tile * T + ty;
    as[stage][ty][tx] = row < m && x < k ? a[row * k + x] : 0.0f;
    bs[stage][ty][tx] = y < k && column < n ? b[y * n + column] : 0.0f;
  };
  for (int s = 0; s < S - 1; ++s)
    if (s < tiles + 1)
      store(s, s);
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    const int next = t + S - 1;
    if (next < tiles)
      store(next % S, next);
    for (int l = 0; l < T; ++l)
      sum += as[t % S][ty][l] * bs[t % S][l][tx];
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// What steps store behind the last tile is read by nobody either.
// CHECK: contraction nextToo
// CHECK-NOT: requires {{[0-9]?[0-9]?[0-9]}} >=
__global__ void nextToo(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = (k + T - 1) / T;
  auto store = [&](int stage, int tile) {
    const int x = tile * T + tx, y = tile * T + ty;
    as[stage][ty][tx] = row < m && x < k ? a[row * k + x] : 0.0f;
    bs[stage][ty][tx] = y < k && column < n ? b[y * n + column] : 0.0f;
  };
  for (int s = 0; s < S - 1; ++s)
    if (s < tiles)
      store(s, s);
  float sum = 0.0f;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    const int next = t + S - 1;
    if (next < tiles + m)
      store(next % S, next);
    for (int l = 0; l < T; ++l)
      sum += as[t % S][ty][l] * bs[t % S][l][tx];
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// Offsets of unsigned threads: digits of a thread times a size.
// CHECK: contraction unsignedOffsets
// CHECK-NOT: requires {{[0-9]?[0-9]?[0-9]}} >=
__global__ void unsignedOffsets(int n, int k, const float *a, const float *b, float *c) {
  constexpr int Columns = 64, Steps = 16;
  __shared__ float as[Columns * Steps], bs[Steps * Columns];
  const int inRow = threadIdx.x % Steps, row = threadIdx.x / Steps;
  const int inColumn = threadIdx.x / Columns, column = threadIdx.x % Columns;
  a += blockIdx.y * Columns * k;
  b += blockIdx.x * Columns;
  c += blockIdx.y * Columns * n + blockIdx.x * Columns;
  float sums[64];
  memset(sums, 0, 64 * sizeof(float));
  for (int first = 0; first < k; first += Steps) {
    for (int l = 0; l < Columns; l += 4)
      as[(row + l) * Steps + inRow] = a[(row + l) * k + inRow];
    for (int l = 0; l < Steps; l += 1)
      bs[(inColumn + l) * Columns + column] = b[(inColumn + l) * n + column];
    __syncthreads();
    a += Steps;
    b += Steps * n;
    for (int l = 0; l < Steps; ++l)
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
          sums[i * 8 + j] +=
              as[(threadIdx.x / 8 * 8 + i) * Steps + l] * bs[l * Columns + threadIdx.x % 8 * 8 + j];
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      c[(threadIdx.x / 8 * 8 + i) * n + threadIdx.x % 8 * 8 + j] = sums[i * 8 + j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(T, T);
  for (const int k : {9, 25, 41, 100}) {
    more<<<dim3(3, 2), block>>>(19, 35, k, a, b, c);
    printArray(c);
    nextToo<<<dim3(3, 2), block>>>(19, 35, k, a, b, c);
    printArray(c);
  }
  for (const int k : {16, 32, 64, 112}) {
    counted<<<dim3(3, 2), 64>>>(48, k, a, b, c);
    printArray(c);
    unsignedOffsets<<<dim3(2, 1), dim3(64)>>>(128, k, a, b, c);
    printArray(c);
  }
}
