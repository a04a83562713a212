// RUN: %unchanged
// Asynchronous copies whose tiles are read when they may not have ended.
#include <cuda_pipeline.h>
#define T 16
#define PLACE                                                                                      \
  __shared__ float as[T][T], bs[T][T];                                                             \
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;             \
  float sum = 0.0f;
#define COPY(BYTES)                                                                                \
  __pipeline_memcpy_async(&as[threadIdx.y][threadIdx.x], &a[row * n + t * T + threadIdx.x], BYTES); \
  __pipeline_memcpy_async(&bs[threadIdx.y][threadIdx.x], &b[(t * T + threadIdx.y) * n + column], BYTES);
#define SUM                                                                                        \
  for (int l = 0; l < T; ++l)                                                                      \
    sum += as[threadIdx.y][l] * bs[l][threadIdx.x];                                                \
  __syncthreads();

// CHECK: remark: left 'neverWaits' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void neverWaits(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'waitsBehindTheBarrier' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitsBehindTheBarrier(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'waitsForTheOneBefore' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitsForTheOneBefore(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'neverCommits' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void neverCommits(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'someWait' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void someWait(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    if (threadIdx.x < 8)
      __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'storesToo' alone: 'as' in shared memory is stored in line [[@LINE+4]], and here without a __syncthreads() between
__global__ void storesToo(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    as[threadIdx.y][threadIdx.x] = 0.0f;
    COPY(4)
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'storesAfterwards' alone: 'as' in shared memory is stored in line [[@LINE+4]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void storesAfterwards(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    as[threadIdx.y][threadIdx.x] = 0.0f;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'zeroes' alone: a copy of which a part is filled with zeros
__global__ void zeroes(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    __pipeline_memcpy_async(&as[threadIdx.y][threadIdx.x], &a[row * n + t * T + threadIdx.x], 4, 4);
    bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + column];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'unknownNumber' alone: a wait for copies of which the number is not known
__global__ void unknownNumber(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    __pipeline_wait_prior(n);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'otherType' alone: a copy of other than a few whole elements
__global__ void otherType(int n, const double *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// The tile that a step reads may still be on its way, as the one behind it is.
// CHECK: remark: left 'waitsForTooFew' alone: 'as' in shared memory is stored in line [[@LINE+6]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitsForTooFew(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&as[0][y][x], &a[row * n + x], 4);
  __pipeline_memcpy_async(&bs[0][y][x], &b[y * n + column], 4);
  __pipeline_commit();
  for (int t = 0; t < n / T; ++t) {
    if (t + 1 < n / T) {
      __pipeline_memcpy_async(&as[(t + 1) % 2][y][x], &a[row * n + (t + 1) * T + x], 4);
      __pipeline_memcpy_async(&bs[(t + 1) % 2][y][x], &b[((t + 1) * T + y) * n + column], 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[t % 2][y][l] * bs[t % 2][l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The last step commits nothing, and does not wait for its own tile.
// CHECK: remark: left 'commitsUnderGuard' alone: 'as' in shared memory is stored in line [[@LINE+6]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void commitsUnderGuard(int n, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  __pipeline_memcpy_async(&as[0][y][x], &a[row * n + x], 4);
  __pipeline_memcpy_async(&bs[0][y][x], &b[y * n + column], 4);
  __pipeline_commit();
  for (int t = 0; t < n / T; ++t) {
    if (t + 1 < n / T) {
      __pipeline_memcpy_async(&as[(t + 1) % 2][y][x], &a[row * n + (t + 1) * T + x], 4);
      __pipeline_memcpy_async(&bs[(t + 1) % 2][y][x], &b[((t + 1) * T + y) * n + column], 4);
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[t % 2][y][l] * bs[t % 2][l][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A thread may pass loops without a step, and then it has waited for nothing.
// CHECK: remark: left 'waitsInLoop' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: the loop around what waits in line [[@LINE+7]] may run no step, and it does not count behind the loop; wait there, too
__global__ void waitsInLoop(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    for (int i = 0; i < times; ++i) {
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'commitsInLoop' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: the loop around what waits in line [[@LINE+6]] may run no step, and it does not count behind the loop; wait there, too
__global__ void commitsInLoop(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    for (int i = 0; i < times; ++i)
      __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'synchronisesInLoop' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: the loop around what waits in line [[@LINE+8]] may run no step, and it does not count behind the loop; wait there, too
__global__ void synchronisesInLoop(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    __pipeline_commit();
    __pipeline_wait_prior(0);
    for (int i = 0; i < times; ++i)
      __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// The same of what is stored without copies, and of what is read before it is stored anew.
// CHECK: remark: left 'storesAndSynchronisesInLoop' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: the loop around what waits in line [[@LINE+7]] may run no step, and it does not count behind the loop; wait there, too
__global__ void storesAndSynchronisesInLoop(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + column];
    for (int i = 0; i < times; ++i)
      __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}

// CHECK: remark: left 'readsAndSynchronisesInLoop' alone: 'as' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+8]]: the loop around what waits in line [[@LINE+10]] may run no step, and it does not count behind the loop; wait there, too
__global__ void readsAndSynchronisesInLoop(int n, int times, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * T + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * T + threadIdx.y) * n + column];
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    for (int i = 0; i < times; ++i)
      __syncthreads();
  }
  c[row * n + column] = sum;
}

// Threads leave it at different steps, some of them before the first one.
// CHECK: remark: left 'waitsInStrides' alone: 'as' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: the loop around what waits in line [[@LINE+7]] may run no step, and it does not count behind the loop; wait there, too
__global__ void waitsInStrides(int n, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < n / T; ++t) {
    COPY(4)
    for (int i = threadIdx.x; i < 4; i += blockDim.x) {
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    SUM
  }
  c[row * n + column] = sum;
}
