// RUN: %unchanged
// What a step keeps for the next one, of which the steps differ, or which is kept too early.
constexpr int T = 16;
#define SUM(stage)                                                                                 \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[stage][ty][l] * bs[stage][l][tx];
#define PLAIN                                                                                      \
  __shared__ float as[2][T][T], bs[2][T][T];                                                       \
  const int ty = threadIdx.y, tx = threadIdx.x;                                                    \
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx, tiles = k / T;                \
  auto store = [&](int half, int t) {                                                              \
    as[half][ty][tx] = a[row * k + t * T + tx];                                                    \
    bs[half][ty][tx] = b[(t * T + ty) * n + column];                                               \
  };                                                                                               \
  store(0, 0);                                                                                     \
  __syncthreads();                                                                                 \
  float sum = 0.0f;                                                                                \
  int half = 0;

// The step before the last one has no barrier.
// CHECK: remark: left 'barrierTooSeldom' alone:
__global__ void barrierTooSeldom(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  for (int t = 0; t < tiles; ++t) {
    SUM(half)
    half ^= 1;
    if (t + 1 < tiles)
      store(half, t + 1);
    if (t + 2 < tiles)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// The half that is read last is not the one that was stored last.
// CHECK: remark: left 'halfStays' alone:
__global__ void halfStays(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  for (int t = 0; t < tiles; ++t) {
    SUM(half)
    if (t + 2 < tiles)
      half ^= 1;
    if (t + 1 < tiles) {
      store(half, t + 1);
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// Behind the loop the half is the one of the last change.
// CHECK: remark: left 'halfAfterwards' alone:
__global__ void halfAfterwards(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      half ^= 1;
      store(half, t + 1);
      __syncthreads();
    }
  }
  SUM(half)
  c[row * n + column] = sum;
}

// The barrier is before what is stored.
// CHECK: remark: left 'barrierBeforeStore' alone:
__global__ void barrierBeforeStore(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  for (int t = 0; t < tiles; ++t) {
    SUM(half)
    if (t + 1 < tiles) {
      half ^= 1;
      __syncthreads();
      store(half, t + 1);
    }
  }
  c[row * n + column] = sum;
}

// The registers begin with the second elements.
// CHECK: remark: left 'otherElementFirst' alone:
__global__ void otherElementFirst(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  float left = as[0][ty][1], right = bs[0][1][tx];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    for (int l = 1; l < T; ++l)
      sum += as[half][ty][l] * bs[half][l][tx];
    half ^= 1;
    if (t + 1 < tiles) {
      store(half, t + 1);
      __syncthreads();
      left = as[half][ty][0];
      right = bs[half][0][tx];
    }
  }
  c[row * n + column] = sum;
}

// The registers are filled before the barrier.
// CHECK: remark: left 'readBeforeBarrier' alone:
__global__ void readBeforeBarrier(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  float left = as[0][ty][0], right = bs[0][0][tx];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    for (int l = 1; l < T; ++l)
      sum += as[half][ty][l] * bs[half][l][tx];
    half ^= 1;
    if (t + 1 < tiles) {
      store(half, t + 1);
      left = as[half][ty][0];
      right = bs[half][0][tx];
      __syncthreads();
    }
  }
  c[row * n + column] = sum;
}

// The registers keep old elements at the end.
// CHECK: remark: left 'notSetAtSomeStep' alone:
__global__ void notSetAtSomeStep(int n, int k, const float *a, const float *b, float *c) {
  PLAIN
  float left = as[0][ty][0], right = bs[0][0][tx];
  for (int t = 0; t < tiles; ++t) {
    sum += left * right;
    for (int l = 1; l < T; ++l)
      sum += as[half][ty][l] * bs[half][l][tx];
    half ^= 1;
    if (t + 1 < tiles) {
      store(half, t + 1);
      __syncthreads();
    }
    if (t + 3 < tiles) {
      left = as[half][ty][0];
      right = bs[half][0][tx];
    }
  }
  c[row * n + column] = sum;
}

void run(dim3 g, int n, const float *a, const float *b, float *c) {
  barrierTooSeldom<<<g, dim3(T, T)>>>(n, n, a, b, c);
  halfStays<<<g, dim3(T, T)>>>(n, n, a, b, c);
  halfAfterwards<<<g, dim3(T, T)>>>(n, n, a, b, c);
  barrierBeforeStore<<<g, dim3(T, T)>>>(n, n, a, b, c);
  otherElementFirst<<<g, dim3(T, T)>>>(n, n, a, b, c);
  readBeforeBarrier<<<g, dim3(T, T)>>>(n, n, a, b, c);
  notSetAtSomeStep<<<g, dim3(T, T)>>>(n, n, a, b, c);
}
