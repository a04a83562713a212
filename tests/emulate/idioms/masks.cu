// RUN: %same rewritten 'tile<32;32;16;4;4>'
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<wmma;64;64>' --arch=sm_80 --numerics=fp16
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<mma;64;64>' --arch=sm_80 --numerics=fp16
// RUN: %contraction
// What is stored depends on an element's row and column: causal and other masks, biases by
// distance. Halves are small whole numbers, whose sums are exact.
#include "program.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

#ifdef HALF
using Element = __half;
#else
using Element = float;
#endif

__global__ void causal(const Element *q, const Element *k, float *s, int n, int d, float scale) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < d; ++l)
      sum += (float)q[(head * n + i) * d + l] * (float)k[(head * n + j) * d + l];
    s[(head * n + i) * (n + 3) + j] = j > i ? -INFINITY : scale * sum;
  }
}

// Earlier keys are kept: the last query sees all of them. Nothing is summed where it is masked.
__global__ void cached(const Element *q, const Element *k, float *s, int m, int n, int d,
                       float scale) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n)
    return;
  if (col > row + (n - m)) {
    s[row * n + col] = -1e9f;
    return;
  }
  float value = 0;
  for (int l = 0; l < d; ++l)
    value += (float)q[row * d + l] * (float)k[col * d + l];
  value *= scale;
  s[row * n + col] = value;
}

// A window of keys around each query, of which some are padding; and a bias by distance.
__global__ void window(const Element *q, const Element *k, const int *isKey, float *s, int m, int n,
                       int d, int width, float slope) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < d; ++l)
      sum += (float)q[i * d + l] * (float)k[j * d + l];
    sum += slope * (j - i);
    if (j > i + width || i - 2 * j > width || isKey[j] == 0)
      sum = -std::numeric_limits<float>::infinity();
    s[i * n + j] = sum;
  }
}

// Its transpose is stored, as an upper triangle with a ridge.
__global__ void upper(const Element *q, const Element *k, float *s, int m, int n, int d,
                      float ridge) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0;
    for (int l = 0; l < d; ++l)
      sum += (float)q[row * d + l] * (float)k[col * d + l];
    if (row == col)
      sum += ridge;
    s[col * m + row] = (row > col) ? 0 : sum;
  }
}

template <typename Number>
Number *operand(unsigned seed) {
  Number *const random = randomArray<Number>(seed);
  std::vector<Number> values(Elements);
  cudaMemcpy(values.data(), random, Elements * sizeof(Number), cudaMemcpyDeviceToHost);
  for (Number &value : values)
    value = Number(std::ceil(3 * float(value)));
  cudaMemcpy(random, values.data(), Elements * sizeof(Number), cudaMemcpyHostToDevice);
  return random;
}

int main() {
#ifdef HALF
  Element *q = operand<Element>(17), *k = operand<Element>(5);
  const int width = 32;
#else
  Element *q = randomArray<Element>(17), *k = randomArray<Element>(5);
  const int width = Steps;
#endif
  // All zeros but where a number is large.
  std::vector<int> flags(Elements, 1);
  for (size_t at = 0; at < Elements; at += 5)
    flags[at] = 0;
  int *isKey = nullptr;
  cudaMalloc(&isKey, Elements * sizeof(int));
  cudaMemcpy(isKey, flags.data(), Elements * sizeof(int), cudaMemcpyHostToDevice);
  float *s[] = {randomArray<float>(1), randomArray<float>(2), randomArray<float>(3),
                randomArray<float>(4)};
  const dim3 block(16, 8), grid(6, 12);
  causal<<<dim3(6, 12, 2), block>>>(q, k, s[0], 83, width, 0.125f);
  cached<<<grid, block>>>(q, k, s[1], 61, 85, width, 0.5f);
  window<<<grid, block>>>(q, k, isKey, s[2], 90, 75, width, 9, -0.25f);
  upper<<<grid, block>>>(q, k, s[3], 77, 94, width, 2.5f);
  for (const float *scores : s)
    printArray(scores);
}

// CHECK: contraction causal
// CHECK:        P0       %n
// CHECK-NEXT:   P1       %m
// CHECK:        result   P0 > P1 ? -INFINITY : scale * sum
// CHECK: contraction cached
// CHECK:        P0       %n + m
// CHECK-NEXT:   P1       %m + n
// CHECK:        result   P0 > P1 ? -1.0E+9f : sum * scale
// CHECK:        requires -m + n + 1 >= 1
// CHECK: contraction window
// CHECK:        E0       isKey[%n]: i32
// CHECK:        result   {{.*}}E0 == 0 ? -HUGE_VALF : sum + slope * (float)P{{[0-9]}}
// CHECK: contraction upper
// CHECK:        result   P{{[0-9]}} >= P{{[0-9]}} ? (P{{[0-9]}} >= P{{[0-9]}} ? (P{{[0-9]}} >= P{{[0-9]}} ? sum + ridge : sum) : sum) : 0.0f
