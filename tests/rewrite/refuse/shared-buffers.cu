// RUN: warpsmith %s -o %t.cu 2> %t.remarks -- && cmp %s %t.cu && FileCheck %s --input-file=%t.remarks --implicit-check-not=remark:
// Buffers by the number in a variable that are close to those of a product.
#define T 16
#define PLACE                                                                                      \
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;      \
  float sum = 0.0f;
#define FILL(buffer, tile)                                                                         \
  ta[buffer][y][x] = a[i * k + (tile) * T + x];                                                    \
  tb[buffer][y][x] = b[((tile) * T + y) * n + j];
#define ADD(buffer)                                                                                \
  for (int s = 0; s < T; ++s)                                                                      \
    sum += ta[buffer][y][s] * tb[buffer][s][x];

// Between the steps.
// CHECK: remark: left 'noBarrier' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+8]]
__global__ void noBarrier(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(now ^ 1, t)
    ADD(now)
    now ^= 1;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// Slower threads still read the buffer that is filled.
// CHECK: remark: left 'twoWithOneBarrier' alone: 'ta' in shared memory is stored while other threads may still read it: no __syncthreads() after the read in line [[@LINE+12]]
__global__ void twoWithOneBarrier(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      FILL(now ^ 1, t + 1)
    }
    __syncthreads();
    ADD(now)
    now ^= 1;
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'present' alone: 'ta' in shared memory is read without a __syncthreads() after it was stored in line [[@LINE+8]]
__global__ void present(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(now, t)
    ADD(now)
    __syncthreads();
    now ^= 1;
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'tileAfterNext' alone: the first steps of the loop do not find in 'ta' what later steps find there: what is stored before the loop is another tile
__global__ void tileAfterNext(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 0; t < k / T; ++t) {
    if (t + 2 < k / T) {
      FILL(now ^ 1, t + 2)
    }
    ADD(now)
    __syncthreads();
    now ^= 1;
  }
  c[i * n + j] = sum;
}

// CHECK: remark: left 'beyond' alone: an element beyond the end of 'ta'
__global__ void beyond(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL((now + 1) % 3, t)
    ADD(now)
    __syncthreads();
    now = (now + 1) % 3;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// The buffer behind the loop is not the last one.
// CHECK: remark: left 'otherBehind' alone: what is read of 'ta' is not known to be what one thread of the block has stored there in line [[@LINE+8]]
__global__ void otherBehind(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(now ^ 1, t)
    ADD(now)
    __syncthreads();
    now ^= 1;
  }
  ADD(now ^ 1)
  c[i * n + j] = sum;
}

// CHECK: remark: left 'ofThread' alone: 'FILL(now ^ 1, t)' is an operator on numbers that is not understood
__global__ void ofThread(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(now ^ 1, t)
    ADD(now)
    __syncthreads();
    now ^= x & 1;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// CHECK: remark: left 'notEachStep' alone: 'FILL(now ^ 1, t)' is an operator on numbers that is not understood
__global__ void notEachStep(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  int now = 0;
  FILL(now, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(now ^ 1, t)
    ADD(now)
    __syncthreads();
    if (t != 3)
      now ^= 1;
  }
  ADD(now)
  c[i * n + j] = sum;
}

// 0, 128, and 0 again, as an unsigned char.
// CHECK: remark: left 'wrapping' alone: an element beyond the end of 'ta'
__global__ void wrapping(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  unsigned char now = 0;
  FILL(0, 0)
  __syncthreads();
  for (int t = 1; t < k / T; ++t) {
    FILL(1 - now / 128, t)
    ADD(now / 128)
    __syncthreads();
    now += 128;
  }
  ADD(now / 128)
  c[i * n + j] = sum;
}
