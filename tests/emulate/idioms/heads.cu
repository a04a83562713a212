// RUN: %same rewritten 'tile<32;32;16;4;4>' --numerics=fp32
// RUN: env FLAGS=-DBFLOAT %same rewritten 'tensorize<mma;64;64>' --arch=sm_80 --numerics=bf16
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: env FLAGS=-DBFLOAT %same rewritten 'auto<tiles=2>' --arch=sm_90a --numerics=bf16
// RUN: env FLAGS=-DUNEQUAL %same fallback 'tile<32;32;16;4;4>' --numerics=fp32
// RUN: %contraction
// Scores of attention with masks, of heads of several sequences: a block's number is divided into
// both, and no guard bounds it. Operands are small whole numbers, whose sums are exact.
#include "program.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

#if defined(HALF)
using Element = __half;
#elif defined(BFLOAT)
using Element = __nv_bfloat16;
#else
using Element = float;
#endif
#define INDICES                                                                                    \
  const int col = blockIdx.x * blockDim.x + threadIdx.x;                                           \
  const int row = blockIdx.y * blockDim.y + threadIdx.y;                                           \
  const int bh = blockIdx.z, b = bh / heads, h = bh % heads;                                       \
  if (row >= n || col >= n)                                                                        \
  return

// Heads are rows of one token.
__global__ void causal(const Element *q, const Element *k, float *s, int heads, int n, int d,
                       float scale) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < d; ++l)
    sum += (float)q[((b * n + row) * heads + h) * d + l] *
           (float)k[((b * n + col) * heads + h) * d + l];
  if (col > row)
    s[(bh * n + row) * n + col] = -INFINITY;
  else
    s[(bh * n + row) * n + col] = scale * sum;
}

// Biases by distance: a slope for each head, or one for all and the distance of both sides.
__global__ void alibi(const Element *q, const Element *k, float *s, const float *slopes, int heads,
                      int n, int d, float scale) {
  INDICES;
  float sum = 0.f;
  for (int l = 0; l < d; ++l)
    sum += (float)q[((b * heads + h) * n + row) * d + l] *
           (float)k[((b * heads + h) * n + col) * d + l];
  const float score = sum * scale + slopes[h] * (col - row);
  s[((b * heads + h) * n + row) * n + col] = col <= row ? score : -1e9f;
}
__global__ void distant(const Element *q, const Element *k, float *s, float slope, int heads, int n,
                        int d) {
  INDICES;
  float sum = 0.f;
  for (int l = 0; l < d; ++l)
    sum += (float)q[(bh * n + row) * d + l] * (float)k[(bh * n + col) * d + l];
  s[((h * ((gridDim.z + heads - 1) / heads) + b) * n + row) * n + col] =
      sum - slope * abs(row - col);
}

// Heads of queries share heads of keys.
__global__ void grouped(const Element *q, const Element *k, float *s, int heads, int shared, int n,
                        int d, float scale) {
  INDICES;
  float sum = 0;
  for (int l = 0; l < d; ++l)
    sum += (float)q[(bh * n + row) * d + l] *
           (float)k[((b * (heads / shared) + h / shared) * n + col) * d + l];
  s[(bh * n + row) * n + col] = col > row ? -INFINITY : scale * sum;
}

#ifndef UNEQUAL
// Threads have one number; the launch has exactly as many as there are elements.
__global__ void numbered(const Element *q, const Element *k, float *s, int n, int d) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x;
  const int bh = number / (n * n), row = number / n % n, col = number % n;
  float sum = 0;
  for (int l = 0; l < d; ++l)
    sum += (float)q[(bh * n + row) * d + l] * (float)k[(bh * n + col) * d + l];
  s[number] = row - col > 3 ? -INFINITY : sum;
}
#endif

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
  Element *q = operand<Element>(17), *k = operand<Element>(5);
  float *slopes = operand<float>(7);
  float *s[] = {randomArray<float>(1), randomArray<float>(2), randomArray<float>(3),
                randomArray<float>(4), randomArray<float>(9)};
  const int n = 83, d = 32;
  const dim3 block(32, 8);
#ifdef UNEQUAL
  const int number = 7; // the last sequence has fewer heads
#else
  const int number = 8;
#endif
  const dim3 grid(3, 11, number);
  causal<<<grid, block>>>(q, k, s[0], 4, n, d, 0.125f);
  alibi<<<grid, block>>>(q, k, s[1], slopes, 4, n, d, 0.5f);
  distant<<<grid, block>>>(q, k, s[2], 0.25f, 4, n, d);
  grouped<<<grid, block>>>(q, k, s[3], 4, 2, n, d, 0.25f);
#ifndef UNEQUAL
  numbered<<<number * n, n>>>(q, k, s[4], n, d);
#endif
  for (const float *scores : s)
    printArray(scores);
}

// CHECK: contraction causal
// CHECK:        result   P0 > P1 ? -INFINITY : scale * sum
// CHECK:        requires gridDim.z == ((gridDim.z) / {{.*}}) * heads
// CHECK: contraction alibi
// CHECK:        E0       slopes[%b2]: f32
// CHECK:        result   P1 >= P2 ? sum * scale + E0 * (float)P0 : -1.0E+9f
// CHECK: contraction distant
// CHECK:        result   sum - slope * (P1 > P2 ? (float)P0 : (float)P3)
// CHECK: contraction grouped
// CHECK:        domain   %m1 < shared, %m2 < n, %n < n, %k < d, %b1 < {{.*}}, %b2 < {{.*}}
// CHECK: contraction numbered
// CHECK:        requires blockDim.x * gridDim.x == {{.*}} * n * n
