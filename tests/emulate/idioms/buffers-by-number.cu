// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// The number of a buffer is in a variable that a few steps bring back to where it was.
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

// CHECK-LABEL: contraction exclusive
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < {{.*}}
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
__global__ void exclusive(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      FILL(now ^ 1, t + 1)
    }
    ADD(now)
    __syncthreads();
    now ^= 1;
  }
  c[i * n + j] = sum;
}

// The last tile is behind the loop.
// CHECK-LABEL: contraction opposite
// CHECK:        A        a[%m * k + %k]: f32
__global__ void opposite(int n, int k, const float *a, const float *b, float *c) {
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
  ADD(now)
  c[i * n + j] = sum;
}

// The variable is set anew in each step, and read behind the loop.
// CHECK-LABEL: contraction lastValue
// CHECK:        A        a[%m * k + %k]: f32
__global__ void lastValue(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now, next;
  FILL(0, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    now = (t - 1) & 1;
    next = t & 1;
    FILL(next, t)
    ADD(now)
    __syncthreads();
  }
  ADD(next)
  c[i * n + j] = sum;
}

// Of three buffers one is read, one is filled, and one may still be read by slower threads.
// CHECK-LABEL: contraction three
// CHECK:        A        a[%m * k + %k]: f32
__global__ void three(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[3][T][T], tb[3][T][T];
  PLACE
  int now = 0, next = 1;
  FILL(0, 0)
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      FILL(next, t + 1)
    }
    __syncthreads();
    ADD(now)
    now = (now + 1) % 3;
    if (next == 2)
      next = 0;
    else
      ++next;
  }
  c[i * n + j] = sum;
}

// Slower threads read the other buffer.
// CHECK-LABEL: contraction oneBarrier
// CHECK:        A        a[%m * k + %k]: f32
__global__ void oneBarrier(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  unsigned now = 0;
  for (int t = 0; t < k / T; ++t, now = now == 0 ? 1 : 0) {
    FILL(now, t)
    __syncthreads();
    ADD(now)
  }
  c[i * n + j] = sum;
}

// CHECK-LABEL: contraction exchanged
// CHECK:        A        a[%m * k + %k]: f32
__global__ void exchanged(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0, next = 1;
  FILL(now, 0)
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      FILL(next, t + 1)
    }
    ADD(now)
    __syncthreads();
    const int held = now;
    now = next;
    next = held;
  }
  c[i * n + j] = sum;
}

// CHECK-LABEL: contraction truth
// CHECK:        A        a[%m * k + %k]: f32
__global__ void truth(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  bool second = false;
  FILL(second, 0)
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      FILL(!second, t + 1)
    }
    ADD(second)
    __syncthreads();
    second = !second;
  }
  c[i * n + j] = sum;
}

// Pointers to the halves of an array change places.
// CHECK-LABEL: contraction pointers
// CHECK:        A        a[%m * k + %k]: f32
__global__ void pointers(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2 * T * T], bs[2 * T * T];
  PLACE
  float *ra = as, *rb = bs, *wa = as + T * T, *wb = bs + T * T;
  ra[y * T + x] = a[i * k + x];
  rb[y * T + x] = b[y * n + j];
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    wa[y * T + x] = a[i * k + t * T + x];
    wb[y * T + x] = b[(t * T + y) * n + j];
    for (int s = 0; s < T; ++s)
      sum += ra[y * T + s] * rb[s * T + x];
    float *held = ra;
    ra = wa;
    wa = held;
    held = rb;
    rb = wb;
    wb = held;
    __syncthreads();
  }
  for (int s = 0; s < T; ++s)
    sum += ra[y * T + s] * rb[s * T + x];
  c[i * n + j] = sum;
}

// What a loop sets is set if it has a step, which the launch checks.
// CHECK-LABEL: contraction behindLoop
// CHECK:        B        b[%k * n + %n + n]: f32
// CHECK:        requires flag >= 1
__global__ void behindLoop(int n, int k, int flag, const float *a, const float *b, float *c) {
  const int i = blockIdx.y * T + threadIdx.y, j = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  const float *first = b;
  for (int step = 0; step < flag; ++step)
    first = b + n;
  for (int l = 0; l < k; ++l)
    sum += a[i * k + l] * first[l * n + j];
  c[i * n + j] = sum;
}

int main() {
  const float *const a = randomArray<float>(1), *const b = randomArray<float>(2);
  float *const c = randomArray<float>(3);
  const dim3 grid(3, 2), block(T, T);
  exclusive<<<grid, block>>>(48, 80, a, b, c);
  printArray(c);
  opposite<<<grid, block>>>(48, 80, a, b, c);
  printArray(c);
  opposite<<<grid, block>>>(48, 64, a, b, c);
  printArray(c);
  lastValue<<<grid, block>>>(48, 64, a, b, c);
  printArray(c);
  three<<<grid, block>>>(48, 112, a, b, c);
  printArray(c);
  oneBarrier<<<grid, block>>>(48, 80, a, b, c);
  printArray(c);
  exchanged<<<grid, block>>>(48, 48, a, b, c);
  printArray(c);
  truth<<<grid, block>>>(48, 80, a, b, c);
  printArray(c);
  pointers<<<grid, block>>>(48, 80, a, b, c);
  printArray(c);
  for (const int flag : {0, 2}) {
    behindLoop<<<grid, block>>>(48, 40, flag, a, b, c);
    printArray(c);
  }
}
