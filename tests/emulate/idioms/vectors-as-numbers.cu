// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Vectors that pointers to smaller numbers look into: eight halves in one float4 or uint4, pairs in
// an array of float4, and vectors of zeros where nothing is read.
#include "program.h"
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#define PLACE                                                                                      \
  const int row = blockIdx.y * blockDim.y + threadIdx.y;                                           \
  const int column = (blockIdx.x * blockDim.x + threadIdx.x) * 8;

// CHECK: contraction addressed
__global__ void addressed(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l) {
    float4 held = reinterpret_cast<const float4 *>(b + l * n + column)[0];
    const half *halves = reinterpret_cast<const half *>(&held);
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * halves[j];
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK: contraction ofIntegers
__global__ void ofIntegers(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float sums[8] = {};
  for (int l = 0; l < k; ++l) {
    const uint4 held = *reinterpret_cast<const uint4 *>(&b[l * n + column]);
    for (int j = 0; j < 8; ++j)
      sums[j] +=
          __half2float(a[row * k + l]) * __half2float(reinterpret_cast<const half *>(&held)[j]);
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = __float2half(sums[j]);
}

// CHECK: contraction pairs
__global__ void pairs(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 right[1];
  float sums[8] = {};
  for (int l = 0; l < k; ++l) {
    right[0] = reinterpret_cast<const float4 *>(b)[l * (n / 8) + column / 8];
    for (int j = 0; j < 4; ++j) {
      const half2 two = reinterpret_cast<half2 *>(right)[j];
      sums[2 * j] += __half2float(a[row * k + l]) * __low2float(two);
      sums[2 * j + 1] += __half2float(a[row * k + l]) * __high2float(two);
    }
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = __float2half(sums[j]);
}

// CHECK: contraction zerosBeyond
__global__ void zerosBeyond(int n, int k, const half *a, const half *b, half *c) {
  __shared__ float4 bs[8 * 4];
  const int thread = threadIdx.x, column = blockIdx.x * 32 + thread, row = blockIdx.y;
  float sum = 0.0f;
  for (int first = 0; first < k; first += 8) {
    const int l = first + thread / 4, vector = thread % 4;
    bs[thread] = l < k ? *reinterpret_cast<const float4 *>(b + l * n + blockIdx.x * 32 + vector * 8)
                       : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    for (int s = 0; s < 8; ++s)
      sum += (first + s < k ? __half2float(a[row * k + first + s]) : 0.0f) *
             __half2float(reinterpret_cast<half *>(bs)[s * 32 + thread]);
    __syncthreads();
  }
  c[row * n + column] = __float2half(sum);
}

// CHECK: contraction cleared
__global__ void cleared(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 sums[1];
  memset(sums, 0, sizeof(sums));
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < 8; ++j)
      reinterpret_cast<half *>(sums)[j] += a[row * k + l] * b[l * n + column + j];
  *reinterpret_cast<float4 *>(&c[row * n + column]) = sums[0];
}

// CHECK: contraction secondVector
__global__ void secondVector(int n, int k, const half *a, const half *b, half *c) {
  PLACE
  float4 right[2];
  half sums[8];
  for (int j = 0; j < 8; ++j)
    sums[j] = __float2half(0.0f);
  for (int l = 0; l < k; ++l) {
    right[1] = reinterpret_cast<const float4 *>(b)[l * (n / 8) + column / 8];
    right[0] = reinterpret_cast<const float4 *>(b)[l * (n / 8)];
    for (int j = 0; j < 8; ++j)
      sums[j] += a[row * k + l] * reinterpret_cast<half *>(right + 1)[j];
  }
  for (int j = 0; j < 8; ++j)
    c[row * n + column + j] = sums[j];
}

// CHECK: contraction copied
__global__ void copied(int n, int k, const half *a, const half *b, half *c) {
  __shared__ float4 bs[8 * 4];
  const int t = threadIdx.x, column = blockIdx.x * 32 + t, row = blockIdx.y;
  float sum = 0;
  for (int first = 0; first < k; first += 8) {
    const int l = t / 4, v = t % 4;
    __pipeline_memcpy_async(&bs[t], b + (first + l) * n + blockIdx.x * 32 + v * 8, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int s = 0; s < 8; ++s)
      sum += __half2float(a[row * k + first + s]) *
             __half2float(reinterpret_cast<half *>(bs)[s * 32 + t]);
    __syncthreads();
  }
  c[row * n + column] = __float2half(sum);
}

int main() {
  half *a = randomArray<half>(17), *b = randomArray<half>(5), *c = randomArray<half>(11);
  const dim3 grid(3, 2), block(2, 6);
  addressed<<<grid, block>>>(48, 37, a, b, c);
  printArray(c);
  ofIntegers<<<grid, block>>>(48, 37, a, b, c);
  printArray(c);
  pairs<<<grid, block>>>(48, 37, a, b, c);
  printArray(c);
  zerosBeyond<<<dim3(2, 7), 32>>>(64, 37, a, b, c);
  printArray(c);
  cleared<<<grid, block>>>(48, 37, a, b, c);
  printArray(c);
  secondVector<<<grid, block>>>(48, 37, a, b, c);
  printArray(c);
  copied<<<dim3(2, 7), 32>>>(64, 40, a, b, c);
  printArray(c);
}
