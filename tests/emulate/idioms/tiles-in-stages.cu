// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles in three or more stages of shared memory: a step reads one stage while the tile of a later
// step is stored into another.
#include "program.h"
#include <cuda_pipeline.h>

constexpr int T = 16, S = 3;

// The stage is a remainder. The stage that is stored was read one step before.
__global__ void remainders(int m, int n, int k, const float *a, const float *b, float *c) {
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
    if (next < tiles)
      store(next % S, next);
    for (int l = 0; l < T; ++l)
      sum += as[t % S][ty][l] * bs[t % S][l][tx];
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// Variables count the stages that are read and stored. Copies are committed at each step.
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

// A stage is stored again two steps after it was read: one barrier at each step is enough.
__global__ void oneAhead(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[S][T][T], bs[S][T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  auto copy = [&](int stage, int begin) {
    __pipeline_memcpy_async(&as[stage][ty][tx], &a[row * k + begin + tx], 4);
    __pipeline_memcpy_async(&bs[stage][ty][tx], &b[(begin + ty) * n + column], 4);
    __pipeline_commit();
  };
  copy(0, 0);
  float sum = 0.0f;
  for (int begin = 0, t = 0; begin < k; begin += T, ++t) {
    if (begin + T < k) {
      copy((t + 1) % S, begin + T);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[t % S][ty][l] * bs[t % S][l][tx];
  }
  c[row * n + column] = sum;
}

// The stages of both operands' tiles in one array, whose size the launch says.
__global__ void dynamic(int n, int k, const float *a, const float *b, float *c) {
  constexpr int Stages = 4, Pitch = T + 4;
  extern __shared__ float memory[];
  float *as = memory, *bs = memory + Stages * T * Pitch;
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = k / T;
  for (int s = 0; s < Stages - 1; ++s) {
    __pipeline_memcpy_async(&as[s * T * Pitch + ty * Pitch + tx], &a[row * k + s * T + tx], 4);
    __pipeline_memcpy_async(&bs[s * T * T + ty * T + tx], &b[(s * T + ty) * n + column], 4);
    __pipeline_commit();
  }
  float sum = 0.0f;
  for (int t = 0, next = Stages - 1; t < tiles; ++t, ++next) {
    if (next < tiles) {
      float *to = as + next % Stages * T * Pitch, *other = bs + next % Stages * T * T;
      __pipeline_memcpy_async(&to[ty * Pitch + tx], &a[row * k + next * T + tx], 4);
      __pipeline_memcpy_async(&other[ty * T + tx], &b[(next * T + ty) * n + column], 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(Stages - 1);
    __syncthreads();
    const float *left = as + t % Stages * T * Pitch, *right = bs + t % Stages * T * T;
    for (int l = 0; l < T; ++l)
      sum += left[ty * Pitch + l] * right[l * T + tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 block(T, T);
  for (const int k : {9, 25, 41, 100}) {
    remainders<<<dim3(3, 2), block>>>(19, 35, k, a, b, c);
    printArray(c);
  }
  for (const int k : {16, 32, 80}) {
    counted<<<dim3(3, 2), 64>>>(48, k, a, b, c);
    printArray(c);
    oneAhead<<<dim3(2, 3), block>>>(32, k, a, b, c);
    printArray(c);
    dynamic<<<dim3(3, 2), block, 4 * T *(T + 4 + T) * sizeof(float)>>>(48, k, a, b, c);
    printArray(c);
  }
}

// CHECK: contraction remainders
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: contraction counted
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NOT: when
// CHECK: contraction oneAhead
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: contraction dynamic
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
