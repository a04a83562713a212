// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Columns or rows of a tile in shared memory that change places, `column ^ f(row)`, where they are
// stored and where they are read.
#include "program.h"
#include <cuda_pipeline.h>

constexpr int T = 16;

// Columns by the row.
__global__ void columns(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    as[ty][tx ^ ty] = row < m && t * T + tx < k ? a[row * k + t * T + tx] : 0.0f;
    bs[ty][tx ^ ty] = t * T + ty < k && column < n ? b[(t * T + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][l ^ ty] * bs[l][tx ^ l];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// Rows by the column.
__global__ void rows(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    const int to = ty ^ tx;
    if (row < m && t * T + tx < k)
      as[to][tx] = a[row * k + t * T + tx];
    else
      as[to][tx] = 0.0f;
    if (t * T + ty < k && column < n)
      bs[ty][tx] = b[(t * T + ty) * n + column];
    else
      bs[ty][tx] = 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty ^ l][l] * bs[l][tx];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// By some bits of the row, which a function makes.
__device__ int place(int row, int column) {
  return column ^ ((row >> 2 & 1) << 2);
}

__global__ void bits(int m, int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x;
  const int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
  float sum = 0.0f;
  for (int t = 0; t < (k + T - 1) / T; ++t) {
    as[ty][place(ty, tx)] = row < m && t * T + tx < k ? a[row * k + t * T + tx] : 0.0f;
    bs[ty][tx ^ (ty & 3) << 2] = t * T + ty < k && column < n ? b[(t * T + ty) * n + column] : 0.0f;
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][place(ty, l)] * bs[l][tx ^ (l & 3) << 2];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

// A loop over the elements of a tile, whose row and column are a quotient and a remainder.
__global__ void copied(int n, int k, const float *a, const float *b, float *c) {
  __shared__ float as[T][T], bs[T][T];
  const int ty = threadIdx.y, tx = threadIdx.x, thread = ty * T + tx;
  float sum = 0.0f;
  for (int begin = 0; begin < k; begin += T) {
    for (int i = thread; i < T * T; i += T * T) {
      const int y = i / T, x = i % T;
      __pipeline_memcpy_async(&as[y][place(y, x)], &a[(blockIdx.y * T + y) * k + begin + x], 4);
      __pipeline_memcpy_async(&bs[y][x ^ (y & 3) << 2], &b[(begin + y) * n + blockIdx.x * T + x],
                              4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int l = 0; l < T; ++l)
      sum += as[ty][place(ty, l)] * bs[l][tx ^ (l & 3) << 2];
    __syncthreads();
  }
  c[(blockIdx.y * T + ty) * n + blockIdx.x * T + tx] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  columns<<<dim3(3, 2), dim3(T, T)>>>(19, 35, 41, a, b, c);
  printArray(c);
  rows<<<dim3(3, 2), dim3(T, T)>>>(27, 37, 23, a, b, c);
  printArray(c);
  bits<<<dim3(2, 3), dim3(T, T)>>>(35, 29, 50, a, b, c);
  printArray(c);
  copied<<<dim3(3, 2), dim3(T, T)>>>(48, 64, a, b, c);
  printArray(c);
}

// CHECK: contraction columns
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: requires blockDim.x == 16
// CHECK: contraction rows
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: requires blockDim.y == 16
// CHECK: contraction bits
// CHECK-NEXT:   domain   %m < m, %n < n, %k < k
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
// CHECK: requires blockDim.x == 16
// CHECK: contraction copied
// CHECK-NEXT:   domain   %m < 16 * gridDim.y, %n < 16 * gridDim.x, %k < 16 * (((long long)k + 15) / 16)
// CHECK-NEXT:   A        a[%m * k + %k]: f32
// CHECK-NEXT:   B        b[%k * n + %n]: f32
