// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: warpsmith %s --emit=contraction -- %flags | FileCheck %s
// Tiles that a thread's own pipeline copies: the thread waits for its copies, and the block at a
// barrier.
#include "program.h"
#include <cuda/pipeline>
#include <cuda_pipeline.h>
constexpr int T = 16;

#define PLACE                                                                                      \
  const int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * T + y, j = blockIdx.x * T + x;      \
  float sum = 0.0f;
#define ADD(buffer)                                                                                \
  for (int s = 0; s < T; ++s)                                                                      \
    sum += ta[buffer][y][s] * tb[buffer][s][x];

// CHECK-LABEL: contraction eachTile
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < {{.*}}
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
__global__ void eachTile(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[1][T][T], tb[1][T][T];
  PLACE
  auto pipe = cuda::make_pipeline();
  for (int l = 0; l < k; l += T) {
    pipe.producer_acquire();
    cuda::memcpy_async(&ta[0][y][x], &a[i * k + l + x], sizeof(float), pipe);
    cuda::memcpy_async(&tb[0][y][x], b + (l + y) * n + j, sizeof(float), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    ADD(0)
    pipe.consumer_release();
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// The next tile is on its way while this one is read.
// CHECK-LABEL: contraction nextTile
// CHECK:        A        a[%m * k + %k]: f32
__global__ void nextTile(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[2][T][T], tb[2][T][T];
  PLACE
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  cuda::memcpy_async(&ta[0][y][x], &a[i * k + x], sizeof(float), pipe);
  cuda::memcpy_async(&tb[0][y][x], &b[y * n + j], sizeof(float), pipe);
  pipe.producer_commit();
  int now = 0;
  for (int t = 0; t < k / T; ++t) {
    if (t + 1 < k / T) {
      cuda::memcpy_async(&ta[now ^ 1][y][x], &a[i * k + (t + 1) * T + x], sizeof(float), pipe);
      cuda::memcpy_async(&tb[now ^ 1][y][x], &b[((t + 1) * T + y) * n + j], sizeof(float), pipe);
    }
    pipe.producer_commit(); // of nothing, in the last step
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    ADD(now)
    __syncthreads();
    now ^= 1;
  }
  c[i * n + j] = sum;
}

// Four elements at once, by the functions below pipelines.
// CHECK-LABEL: contraction vectors
// CHECK:        A        a[%m * k + %k]: f32
__global__ void vectors(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float ta[1][T][T], tb[1][T][T];
  PLACE
  for (int l = 0; l < k; l += T) {
    if (x < 4) {
      __pipeline_memcpy_async(&ta[0][y][4 * x], &a[i * k + l + 4 * x], 16);
      __pipeline_memcpy_async(reinterpret_cast<float4 *>(&tb[0][y][4 * x]),
                              &b[(l + y) * n + blockIdx.x * T + 4 * x], sizeof(float4));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    ADD(0)
    __syncthreads();
  }
  c[i * n + j] = sum;
}

int main() {
  const float *const a = randomArray<float>(1), *const b = randomArray<float>(2);
  float *const c = randomArray<float>(3);
  const dim3 grid(3, 2), block(T, T);
  eachTile<<<grid, block>>>(48, 64, a, b, c);
  printArray(c);
  nextTile<<<grid, block>>>(48, 80, a, b, c);
  printArray(c);
  vectors<<<grid, block>>>(48, 64, a, b, c);
  printArray(c);
}
