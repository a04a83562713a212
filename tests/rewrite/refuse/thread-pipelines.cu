// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Tiles that a thread's own pipeline copies, close to those of a product.
#include <cuda/pipeline>
#define T 16
#define PLACE                                                                                      \
  __shared__ float ta[2][T][T], tb[2][T][T];                                                       \
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;      \
  float sum = 0.0f;                                                                                \
  auto pipe = cuda::make_pipeline();
#define COPY(buffer, tile)                                                                         \
  cuda::memcpy_async(&ta[buffer][y][x], &a[i * k + (tile) * T + x], sizeof(float), pipe);          \
  cuda::memcpy_async(&tb[buffer][y][x], &b[((tile) * T + y) * n + j], sizeof(float), pipe);
#define ADD(buffer)                                                                                \
  for (int s = 0; s < T; ++s)                                                                      \
    sum += ta[buffer][y][s] * tb[buffer][s][x];

// CHECK: remark: left 'noWait' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void noWait(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    pipe.producer_commit();
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'waitBehindBarrier' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitBehindBarrier(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    pipe.producer_commit();
    __syncthreads();
    pipe.consumer_wait();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// The wait is for nothing.
// CHECK: remark: left 'waitBeforeCommit' alone: a wait for copies of which the number is not known
__global__ void waitBeforeCommit(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    pipe.consumer_wait();
    pipe.producer_commit();
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'noCommit' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void noCommit(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'waitForOthers' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void waitForOthers(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'someWait' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+4]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void someWait(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    pipe.producer_commit();
    if (x < 8)
      cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// In the last step one group is left, which is the last tile's.
// CHECK: remark: left 'commitUnderCondition' alone: 'ta' in shared memory is stored in line [[@LINE+3]], and here without a __syncthreads() between: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void commitUnderCondition(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  COPY(0, 0)
  pipe.producer_commit();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      COPY((t + 1) % 2, t + 1)
      pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    ADD(t % 2)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// The next tile comes while this one is read from the same place.
// CHECK: remark: left 'sameBuffer' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+9]]: its copy may not have ended; wait for it before the barrier, in the step that needs it, and commit at each step, also where nothing is copied any more
__global__ void sameBuffer(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  COPY(0, 0)
  pipe.producer_commit();
  for (int t = 0; t < k / T; ++t) {
    pipe.consumer_wait();
    __syncthreads();
    if (t + 1 < k / T) {
      COPY(0, t + 1)
    }
    pipe.producer_commit();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'noBarrierAfter' alone: 'ta' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+8]]
__global__ void noBarrierAfter(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    COPY(0, t)
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    ADD(0)
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'partOfElement' alone: a copy of other than a few whole elements
__global__ void partOfElement(int n, int k, const float *a, const float *b, float *c) {
  PLACE
  for (int t = 0; t < k / T; ++t) {
    cuda::memcpy_async(&ta[0][y][x], &a[i * k + t * T + x], 2, pipe);
    tb[0][y][x] = b[(t * T + y) * n + j];
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}
