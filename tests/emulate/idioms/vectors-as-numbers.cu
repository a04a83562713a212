// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: %contraction
// Vectors that pointers to smaller numbers look into: eight halves in one float4 or uint4, pairs in
// an array of float4, and vectors of zeros where nothing is read.
#include "program.h"
#include <cuda_fp16.h>

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
}
