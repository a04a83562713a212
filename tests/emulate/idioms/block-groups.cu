// RUN: %same rewritten 'tile<32;32;16;4;4>'
// The block as a group: its barriers, its threads' numbers, and copies that all of its threads make
// together into shared memory.
#include "program.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

constexpr int T = 16;
// The block copies row by row.
__global__ void rows(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  auto block = cg::this_thread_block();
  const int row = blockIdx.y * T + threadIdx.y, column = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    for (int y = 0; y < T; ++y) {
      cg::memcpy_async(block, &as[y][0], &a[(blockIdx.y * T + y) * k + first], sizeof(float) * T);
      cg::memcpy_async(block, bs[y], b + (first + y) * n + blockIdx.x * T, sizeof(float) * T);
    }
    cg::wait(block);
    for (int l = 0; l < T; ++l)
      sum += as[threadIdx.y][l] * bs[l][threadIdx.x];
    block.sync();
  }
  c[row * n + column] = sum;
}

__device__ void copy(const cg::thread_block &block, float *to, const float *from, int rows,
                     int pitch) {
  for (int row = 0; row < rows; ++row)
    cg::memcpy_async(block, to + row * T, from + row * pitch, T * sizeof(float));
}

// One wait for each operand's copies, by a function that is given the block.
__global__ void waits(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T * T], bs[T * T];
  cg::thread_block block = cg::this_thread_block();
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < k / T; ++t) {
    copy(block, as, a + blockIdx.y * T * k + t * T, T, k);
    copy(block, bs, b + t * T * n + blockIdx.x * T, T, n);
    cg::wait_prior<16>(block);
    cg::wait_prior<0>(block);
    for (int l = 0; l < T; ++l)
      sum += as[y * T + l] * bs[l * T + x];
    cg::sync(block);
  }
  c[(blockIdx.y * T + y) * n + blockIdx.x * T + x] = sum;
}

// Numbers of threads and blocks that the group is asked for.
__global__ void numbers(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  cg::thread_block block = cg::this_thread_block();
  const int x = block.thread_index().x, y = block.thread_rank() / T;
  const int row = block.group_index().y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    as[y][x] = a[row * k + first + x];
    bs[y][x] = b[(first + y) * n + column];
    block.sync();
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    cg::sync(block);
  }
  c[row * n + column] = sum;
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  waits<<<dim3(3, 2), dim3(T, T)>>>(48, 64, a, b, c);
  printArray(c);
  rows<<<dim3(3, 2), dim3(T, T)>>>(48, 64, a, b, c);
  printArray(c);
  numbers<<<dim3(3, 2), dim3(T, T)>>>(48, 64, a, b, c);
  printArray(c);
}
