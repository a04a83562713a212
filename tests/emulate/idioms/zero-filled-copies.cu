// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Asynchronous copies that fill what is not inside with zeros: their fourth argument is one of two
// numbers.
#include "program.h"
#include <cuda_pipeline.h>
constexpr int T = 16;
// CHECK: contraction vectors
// CHECK-NEXT: domain %m < m, %n < n
__global__ void vectors(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ __align__(16) float as[T][T], bs[T][T];
  const int y = threadIdx.x / 4, x = (threadIdx.x % 4) * 4;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sums[4] = {0.0f};
  for (int first = 0; first < k; first += T) {
    const bool insideA = row < m && first + x < k, insideB = first + y < k && column < n;
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 16, insideA ? 0 : 16);
    __pipeline_memcpy_async(&bs[y][x], &b[(first + y) * n + column], 16, insideB ? 0 : 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      for (int j = 0; j < 4; ++j)
        sums[j] += as[y][l] * bs[l][x + j];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    if (row < m && column + j < n)
      c[row * n + column + j] = sums[j];
}
// CHECK: contraction words
// CHECK-NEXT: domain %m < m, %n < n
__global__ void words(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int y = threadIdx.y, x = threadIdx.x;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int first = 0; first < k; first += T) {
    __pipeline_memcpy_async(&as[y][x], &a[row * k + first + x], 4,
                            row < m && first + x < k ? 0 : 4);
    __pipeline_memcpy_async(&bs[y][x], &b[(first + y) * n + column], sizeof(float),
                            first + y >= k || column >= n ? sizeof(float) : 0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[y][l] * bs[l][x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}
int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  vectors<<<dim3(3, 4), dim3(64)>>>(53, 44, 36, a, b, c);
  printArray(c);
  words<<<dim3(3, 4), dim3(T, T)>>>(53, 37, 29, a, b, c);
  printArray(c);
}
