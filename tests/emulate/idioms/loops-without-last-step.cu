// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// The last tile is read behind the loop: where the loop has no step, the first one is, if it is
// what a last step would have stored.
#include "program.h"
constexpr int T = 16;

#define PLACE                                                                                      \
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;      \
  float sum = 0.0f;
#define FILL(buffer, tile)                                                                         \
  ta[buffer][y][x] = a[i * k + (tile) * T + x];                                                    \
  tb[buffer][y][x] = b[((tile) * T + y) * n + j];
#define ADD(buffer)                                                                                \
  for (int s = 0; s < T; ++s)                                                                      \
    sum += ta[buffer][y][s] * tb[buffer][s][x];

// The first tile is there only where a second one is.
// CHECK: contraction filledForMore
// CHECK: requires ((k) / 16) >= 2
__global__ void filledForMore(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  if (k / T > 1) {
    FILL(0, 0)
  }
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(1 - now, t)
    ADD(now)
    __syncthreads();
    now = 1 - now;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// Where there is one tile, another half is read than the one it is in.
// CHECK: contraction otherWhereOne
// CHECK: when     ((k) / 16) > 1
__global__ void otherWhereOne(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(0, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(1 - now, t)
    ADD(now)
    __syncthreads();
    now = 1 - now;
  }
  const int last = k / T > 1 ? now : 1;
  ADD(last)
  c[i * n + j] = sum;
}

// Where there is one tile, it is not what the last step would have stored.
// CHECK: contraction cleared
// CHECK: requires ((k) / 16) >= 2
__global__ void cleared(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(0, 0)
  if (k / T < 2)
    ta[0][threadIdx.y][threadIdx.x] = 0.0f;
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(1 - now, t)
    ADD(now)
    __syncthreads();
    now = 1 - now;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// A tile more than steps of the loop, which may be none.
// CHECK: contraction overByTwo
// CHECK: %k < 16 * ((k) / 16) + 16
// CHECK-NOT: requires {{.*}} / 16)
__global__ void overByTwo(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(0, 0)
  __syncthreads();
  for (int t = 1; t <= k / T; ++t) {
    FILL(1 - now, t)
    ADD(now)
    __syncthreads();
    now = 1 - now;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// CHECK: contraction belowOne
// CHECK: %k < 16 * ((k) / 16) - 16
// CHECK: requires ((k) / 16) >= 2
__global__ void belowOne(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(0, 0)
  __syncthreads();
  for (int t = 1; t + 1 < k / T; ++t) {
    FILL(1 - now, t)
    ADD(now)
    __syncthreads();
    now = 1 - now;
  }
  ADD(now)
  c[i * n + j] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 grid(2, 2), block(T, T);
  for (const int k : {16, 32, 40, 48, 64}) {
    filledForMore<<<grid, block>>>(32, k + T, a, b, c);
    printArray(c);
    otherWhereOne<<<grid, block>>>(32, k + T, a, b, c);
    printArray(c);
    cleared<<<grid, block>>>(32, k, a, b, c);
    printArray(c);
    overByTwo<<<grid, block>>>(32, k, a, b, c);
    printArray(c);
    belowOne<<<grid, block>>>(32, k, a, b, c);
    printArray(c);
  }
}
