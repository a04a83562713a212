// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Stages of shared memory that are close to those of a product.
#include <cuda_pipeline.h>

constexpr int T = 16, S = 3;

// The copy of the step before may go on.
// CHECK: remark: left 'late' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void late(int n, int k, const float *a, const float *b, float *c) {
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
    __pipeline_wait_prior(S - 1);
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

// The stage that is copied to is still read.
// CHECK: remark: left 'overwritten' alone: 'as' in shared memory is stored in line [[@LINE+7]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void overwritten(int n, int k, const float *a, const float *b, float *c) {
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
  int read = 0, write = S - 2;
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

// Threads read what others copy.
// CHECK: remark: left 'alone' alone: 'as' in shared memory is stored in line [[@LINE+7]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void alone(int n, int k, const float *a, const float *b, float *c) {
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

// The stage that is read is one too far.
// CHECK: remark: left 'readsNext' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+7]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void readsNext(int n, int k, const float *a, const float *b, float *c) {
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
  int read = 1, write = S - 1;
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

// The tile that is copied is one too far.
// CHECK: remark: left 'twoBefore' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void twoBefore(int n, int k, const float *a, const float *b, float *c) {
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
    if (t + S < k / T)
      copy(write, t + S);
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

// The last tile is missing where there are few.
// CHECK: remark: left 'fewer' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void fewer(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = (k + T - 1) / T;
  auto store = [&](int stage, int tile) {
    const int x = tile * T + tx, y = tile * T + ty;
    as[stage][ty][tx] = row < m && x < k ? a[row * k + x] : 0.0f;
    bs[stage][ty][tx] = y < k && column < n ? b[y * n + column] : 0.0f;
  };
  for (int s = 0; s < S - 1; ++s)
    if (s + 1 < tiles)
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

// Another size says which tiles are there.
// CHECK: remark: left 'byOther' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void byOther(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = (k + T - 1) / T;
  auto store = [&](int stage, int tile) {
    const int x = tile * T + tx, y = tile * T + ty;
    as[stage][ty][tx] = row < m && x < k ? a[row * k + x] : 0.0f;
    bs[stage][ty][tx] = y < k && column < n ? b[y * n + column] : 0.0f;
  };
  for (int s = 0; s < S - 1; ++s)
    if (s < m)
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

// One tile is there, and two are read.
// CHECK: remark: left 'onlyOne' alone: no thread of the block has stored what is read of 'as'
__global__ void onlyOne(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = (k + T - 1) / T;
  auto store = [&](int stage, int tile) {
    const int x = tile * T + tx, y = tile * T + ty;
    as[stage][ty][tx] = row < m && x < k ? a[row * k + x] : 0.0f;
    bs[stage][ty][tx] = y < k && column < n ? b[y * n + column] : 0.0f;
  };
  for (int s = 0; s < S - 1; ++s)
    if (s < 1)
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

// Fewer tiles are there than are read.
// CHECK: remark: left 'minusM' alone: the first steps of the loop do not find in 'as' what later steps find there: what is stored before the loop is another tile
__global__ void minusM(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = (k + T - 1) / T;
  auto store = [&](int stage, int tile) {
    const int x = tile * T + tx, y = tile * T + ty;
    as[stage][ty][tx] = row < m && x < k ? a[row * k + x] : 0.0f;
    bs[stage][ty][tx] = y < k && column < n ? b[y * n + column] : 0.0f;
  };
  for (int s = 0; s < S - 1; ++s)
    if (s < tiles - m)
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

// No step stores the last tile.
// CHECK: remark: left 'nextLess' alone: where '{{.*}}' does not hold, a value is read that no thread has stored
__global__ void nextLess(int m, int n, int k, const float *a, const float *b, float *c) {
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
    if (next + 1 < tiles)
      store(next % S, next);
    for (int l = 0; l < T; ++l)
      sum += as[t % S][ty][l] * bs[t % S][l][tx];
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// The tile that is read behind the loop has a barrier before it where the loop has a step alone.
// CHECK: remark: left 'barrierOfStep' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+5]]: the loop around what waits in line [[@LINE+8]] may run no step, and it does not count behind the loop; wait there, too
__global__ void barrierOfStep(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;
  float sum = 0.0f;
  as[0][y][x] = a[i * k + x];
  bs[0][y][x] = b[y * n + j];
  for (int t = 1; t < k / T; ++t) {
    __syncthreads();
    as[t % 2][y][x] = a[i * k + t * T + x];
    bs[t % 2][y][x] = b[(t * T + y) * n + j];
    for (int l = 0; l < T; ++l)
      sum += as[(t - 1) % 2][y][l] * bs[(t - 1) % 2][l][x];
    __syncthreads();
  }
  for (int l = 0; l < T; ++l)
    sum += as[(k / T - 1) % 2][y][l] * bs[(k / T - 1) % 2][l][x];
  c[i * n + j] = sum;
}
