// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Tiles that asynchronous copies fill: a thread waits for its own, and the block at a barrier.
#include "program.h"
#include <cuda_pipeline.h>

constexpr int T = 16;

__global__ void eachTile(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k / T; ++t) {
    __pipeline_memcpy_async(&as[threadIdx.y][threadIdx.x], &a[row * k + t * T + threadIdx.x], 4);
    __pipeline_memcpy_async(&bs[threadIdx.y][threadIdx.x], b + (t * T + threadIdx.y) * n + column,
                            sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// While a tile is read, the next one is on its way. It is committed also where there is none.
__global__ void nextTile(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[2][T][T], bs[2][T][T];
  const int y = threadIdx.x / 4, x = threadIdx.x % 4 * 4; // 64 threads
  const float *from = a + (blockIdx.y * T + y) * k + x, *other = b + y * n + blockIdx.x * T + x;
  float sums[4] = {};
  auto copy = [&](int half) {
    __pipeline_memcpy_async(&as[half][y][x], from, sizeof(float4));
    __pipeline_memcpy_async(&bs[half][y][x], other, sizeof(float4), 0);
  };
  copy(0);
  __pipeline_commit();
  for (int t = 0, half = 0; t < k / T; ++t, half ^= 1) {
    from += T;
    other += T * n;
    if (t + 1 < k / T)
      copy(half ^ 1);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      for (int j = 0; j < 4; ++j)
        sums[j] += as[half][y][l] * bs[half][l][x + j];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    c[(blockIdx.y * T + y) * n + blockIdx.x * T + x + j] = sums[j];
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  eachTile<<<dim3(3, 2), dim3(T, T)>>>(48, 64, a, b, c);
  printArray(c);
  nextTile<<<dim3(3, 2), dim3(64)>>>(48, 80, a, b, c);
  printArray(c);
}

// CHECK: contraction eachTile
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.y, %n = blockIdx.x * 16 + threadIdx.x
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 58
// CHECK-NEXT:   requires blockDim.x == 16
// CHECK-NEXT:   requires blockDim.y == 16
// CHECK-NEXT:   requires k + 4294967296 >= 16 * gridDim.y * k + 16 * ((k) / 16)
// CHECK: contraction nextTile
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * ((k) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK-NEXT:   C        c[%m * n + %n]: f32
// CHECK-NEXT:   start    0.0f
// CHECK-NEXT:   step     sum + A * B
// CHECK-NEXT:   result   sum
// CHECK-NEXT:   sum      f32, local
// CHECK-NEXT:   threads  %m = blockIdx.y * 16 + threadIdx.x / 4, %n = (blockIdx.x * 4 + threadIdx.x % 4) * 4 + i
// CHECK-NEXT:   constant T = 16
// CHECK-NEXT:   launch   line 60
// CHECK-NEXT:   requires blockDim.x == 64
// CHECK-NEXT:   requires blockDim.y == 1
// CHECK-NEXT:   requires k + 4294967295 >= 16 * gridDim.y * k
// CHECK-NEXT:   requires n + 4294967296 >= 16 * gridDim.y * n + 16 * gridDim.x
