// RUN: %same rewritten tile
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: env FLAGS=-DRAGGED %same fallback tile
// RUN: %contraction
// One loop counts all steps, which division tells apart: products in implicit form, packed layouts.
// Halves are small whole numbers, whose sums are exact.
#include "program.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

#ifdef HALF
using Element = __half;
#else
using Element = float;
#endif

#ifndef RAGGED
__global__ void convolution(const Element *x, const Element *f, float *y, int N, int C, int H,
                            int W, int K, int R, int S, int P, int Q, int pad) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= N * P * Q || k >= K)
    return;
  int n = col / (P * Q), pq = col % (P * Q), p = pq / Q, q = pq % Q;
  float sum = 0;
  for (int i = 0; i < C * R * S; ++i) {
    int c = i / (R * S), rs = i % (R * S), r = rs / S, s = rs % S;
    int h = p - pad + r, w = q - pad + s;
    if (h >= 0 && h < H && w >= 0 && w < W)
      sum += (float)f[k * C * R * S + i] * (float)x[((n * C + c) * H + h) * W + w];
  }
  y[((n * K + k) * P + p) * Q + q] = sum;
}

__global__ void ofFilter(const Element *dy, const Element *x, float *df, int N, int C, int H, int W,
                         int K, int R, int S, int P, int Q, int pad) {
  int c = blockIdx.x, k = blockIdx.y, r = threadIdx.y, s = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < N * P * Q; ++i) {
    int q = i % Q, p = i / Q % P, n = i / (P * Q);
    int h = p + r - pad, w = q + s - pad;
    if (h >= 0 && h < H && w >= 0 && w < W)
      sum += (float)dy[((n * K + k) * P + p) * Q + q] * (float)x[((n * C + c) * H + h) * W + w];
  }
  df[((k * C + c) * R + r) * S + s] = sum;
}
#endif

// The number of steps is a size of its own.
__global__ void counted(const Element *x, const Element *f, float *y, int N, int C, int H, int W,
                        int K, int R, int S, int P, int Q, int crs) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= N * P * Q || k >= K)
    return;
  int n = col / (P * Q), pq = col % (P * Q), p = pq / Q, q = pq % Q;
  float sum = 0;
  for (int i = 0; i < crs; ++i) {
    int c = i / (R * S), r = i / S % R, s = i % S;
    sum += (float)f[k * crs + i] * (float)x[((n * C + c) * H + p + r) * W + q + s];
  }
  y[((n * K + k) * P + p) * Q + q] = sum;
}

__global__ void packed(const Element *a, const Element *b, float *c, int m, int n, int steps) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  float sum = 0;
  for (int l = 0; l < steps; ++l)
    sum += (float)a[(l / 16 * m + i) * 16 + l % 16] * (float)b[l * n + j];
  c[i * n + j] = sum;
}

template <typename Number>
Number *operand(unsigned seed, size_t elements) {
  std::vector<Number> values(elements);
  for (Number &value : values) {
    seed = seed * 1664525 + 1013904223;
#ifdef HALF
    value = Number((float)((int)(seed >> 29) - 4));
#else
    value = Number((int)seed * 0x1p-31f);
#endif
  }
  Number *array = nullptr;
  cudaMalloc(&array, elements * sizeof(Number));
  cudaMemcpy(array, values.data(), elements * sizeof(Number), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  const int n = 2, c = 5, h = 11, w = 9, k = 19, r = 3, s = 2;
  float *d[] = {randomArray<float>(1), randomArray<float>(2), randomArray<float>(3),
                randomArray<float>(4)};
  const dim3 block(32, 8), grid(7, 3);
#ifdef RAGGED
  const int crs = c * r * s - 1, steps = 70;
#else
  const int crs = c * r * s, steps = 80;
  convolution<<<grid, block>>>(operand<Element>(3, n * c * h * w),
                               operand<Element>(5, k * c * r * s), d[0], n, c, h, w, k, r, s, h, 10,
                               1);
  ofFilter<<<dim3(c, k), dim3(s, r)>>>(operand<Element>(7, n * k * h * 10),
                                       operand<Element>(9, n * c * h * w), d[1], n, c, h, w, k, r,
                                       s, h, 10, 1);
#endif
  counted<<<grid, block>>>(operand<Element>(11, n * c * h * w), operand<Element>(13, k * c * r * s),
                           d[2], n, c, h, w, k, r, s, h - r + 1, w - s + 1, crs);
  packed<<<dim3(2, 6), block>>>(operand<Element>(15, 80 * 45), operand<Element>(17, 80 * 37), d[3],
                                45, 37, steps);
  for (const float *each : d)
    printArray(each);
}

// CHECK: contraction convolution
// CHECK:        domain   %m < K, %n1 < N, %n2 < P, %n3 < Q, %k1 < C, %k2 < R, %k3 < S
// CHECK: contraction ofFilter
// CHECK:        domain   {{.*}}, %k1 < N, %k2 < P, %k3 < Q
// CHECK: contraction counted
// CHECK:        requires crs == {{.*}} * R * S
// CHECK: contraction packed
// CHECK:        domain   %m < m, %n < n, %k1 < ((steps) / 16), %k2 < 16
// CHECK:        requires steps == 16 * ((steps) / 16)
