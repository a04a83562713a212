// RUN: %same rewritten 'tensorize<wgmma;im2col;128;128>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-DTYPE=__nv_bfloat16 %same rewritten 'tensorize<wgmma;im2col;64;64>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=bf16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-DTYPE=float %same rewritten 'tensorize<wgmma;im2col;64>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=tf32
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s --check-prefix=WORDS
// RUN: %same rewritten 'auto<tiles=2>' --arch=sm_90a --numerics=fp16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'tensorize<wgmma;im2col;64;64>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16 --device-headers
// Convolutions of pixels with their channels last, which TMA's im2col mode copies: padding that is
// skipped or zero, beside an infinite coefficient, which tells the two apart; strides, dilation,
// filters of one row and of one place; bias and an activation; one dimension; sums that are added
// to what there was. Sizes are no multiples of a tile's. Elements are small whole numbers, whose
// sums are exact. Channels that are no whole k-tiles, strides and padding beyond what TMA takes,
// and filters that are not aligned, are gathered.
#include "program.h"
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

#ifndef TYPE
#define TYPE __half
#endif
using Element = TYPE;

// CHECK: 6 rewritten::kernel
// CHECK-NEXT: 4 rewritten::otherwise::kernel
// CHECK-NEXT: 3 rewritten::kernel
// CHECK-NOT: rewritten
// Channels of floats are whole k-tiles of 32.
// WORDS: 7 rewritten::kernel
// WORDS-NEXT: 3 rewritten::otherwise::kernel
// WORDS-NEXT: 3 rewritten::kernel
// WORDS-NOT: rewritten
__global__ void skipped(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                        int above, int left, int dilation, const Element *x, const Element *w,
                        float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < P * Q) {
    int p = pq / Q, q = pq % Q;
    float sum = 0.0f;
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) {
        int iy = p * stride + r * dilation - above, ix = q * stride + s * dilation - left;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          for (int c = 0; c < C; ++c)
            sum +=
                (float)x[((n * H + iy) * W + ix) * C + c] * (float)w[((k * R + r) * S + s) * C + c];
      }
    y[(n * P * Q + pq) * K + k] = sum;
  }
}

__global__ void zeros(int N, int C, int H, int W, int K, int P, int Q, const Element *x,
                      const Element *w, const float *bias, Element *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < P * Q) {
    int p = pq / Q, q = pq % Q;
    float sum = bias[k];
    for (int r = 0; r < 3; ++r)
      for (int s = 0; s < 3; ++s)
        for (int c = 0; c < C; ++c) {
          int iy = p + 2 * r - 2, ix = 2 * q + s - 1;
          Element v = (iy >= 0 && iy < H && ix >= 0 && ix < W) ? x[((n * H + iy) * W + ix) * C + c]
                                                               : (Element)0.0f;
          sum += (float)v * (float)w[((k * 3 + r) * 3 + s) * C + c];
        }
    y[((n * P + p) * Q + q) * K + k] = (Element)(sum > 0 ? sum : 0);
  }
}

__global__ void added(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                      const Element *x, const Element *w, float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < P * Q) {
    int p = pq / Q, q = pq % Q;
    float sum = 0.0f;
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s)
        for (int c = 0; c < C; ++c)
          sum += (float)x[((n * H + p * stride + r) * W + q * stride + s) * C + c] *
                 (float)w[((k * R + r) * S + s) * C + c];
    y[(n * P * Q + pq) * K + k] += sum;
  }
}

__global__ void lines(int N, int C, int W, int K, int S, int Q, const Element *x, const Element *w,
                      Element *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int q = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && q < Q) {
    float sum = 0.0f;
    for (int s = 0; s < S; ++s) {
      int at = 2 * q + s - 3;
      if (at >= 0 && at < W)
        for (int c = 0; c < C; ++c)
          sum += (float)x[(n * W + at) * C + c] * (float)w[(k * S + s) * C + c];
    }
    y[(n * Q + q) * K + k] = (Element)sum;
  }
}

template <typename Array>
Array *wholeNumbers(unsigned state, int most) {
  std::vector<Array> values(Elements);
  for (Array &value : values) {
    state = state * 1664525 + 1013904223;
    value = (Array)(float)(int(state >> 16) % most - most / 3);
  }
  Array *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(Array));
  cudaMemcpy(array, values.data(), Elements * sizeof(Array), cudaMemcpyHostToDevice);
  return array;
}

// All that are no numbers alike.
template <typename Array>
void show(const Array *array) {
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::vector<Array> values(Elements);
  cudaMemcpy(values.data(), array, Elements * sizeof(Array), cudaMemcpyDeviceToHost);
  for (const Array &value : values)
    if (const float number = (float)value; std::isnan(number))
      std::printf("nan\n");
    else
      std::printf("%a\n", number);
}

int main() {
  Element *x = wholeNumbers<Element>(17, 4), *w = wholeNumbers<Element>(5, 3);
  float *y = wholeNumbers<float>(11, 9);
  Element *z = wholeNumbers<Element>(12, 9);
  // Of the first filter the last channel of its first place, and of the third one of its last, for
  // 3 x 3 places and 64 channels.
  const Element infinity = (Element)INFINITY;
  cudaMemcpy(w + 63, &infinity, sizeof infinity, cudaMemcpyHostToDevice);
  cudaMemcpy(w + 3 * 576 - 5, &infinity, sizeof infinity, cudaMemcpyHostToDevice);
  const auto skip = [&](int N, int C, int H, int W, int K, int R, int S, int stride, int above,
                        int left, int dilation, const Element *filters) {
    const int P = (H + 2 * above - (R - 1) * dilation - 1) / stride + 1;
    const int Q = (W + 2 * left - (S - 1) * dilation - 1) / stride + 1;
    skipped<<<dim3((K + 7) / 8, (P * Q + 7) / 8, N), dim3(8, 8)>>>(
        N, C, H, W, K, R, S, P, Q, stride, above, left, dilation, x, filters, y);
    show(y);
  };
  skip(3, 64, 9, 7, 40, 3, 3, 1, 1, 1, 1, w);
  skip(2, 64, 11, 10, 37, 3, 3, 2, 1, 1, 1, w);
  skip(1, 64, 9, 8, 9, 5, 5, 1, 4, 4, 2, w);
  skip(2, 128, 5, 9, 130, 1, 7, 1, 0, 3, 1, w + 8);
  skip(1, 192, 13, 9, 16, 1, 1, 8, 0, 0, 1, w);
  skip(1, 64, 4, 3, 8, 3, 3, 1, 6, 5, 1, w); // much more padding than the filter needs
  skip(1, 96, 9, 7, 24, 3, 3, 1, 1, 1, 1, w);
  skip(1, 64, 19, 18, 8, 3, 3, 9, 1, 1, 1, w); // a stride that is too large
  skip(1, 64, 9, 9, 8, 3, 3, 8, 129, 1, 1, w); // so much padding
  skip(1, 64, 9, 7, 8, 3, 3, 1, 1, 1, 1, w + 1);
  zeros<<<dim3(3, 4, 2), dim3(16, 8)>>>(2, 64, 7, 9, 40, 5, 5, x, w, y + 3, z);
  show(z);
  added<<<dim3(3, 4, 2), dim3(16, 8)>>>(2, 64, 9, 11, 40, 3, 2, 4, 5, 2, x, w, y);
  show(y);
  lines<<<dim3(3, 8, 3), dim3(16, 8)>>>(3, 64, 61, 44, 7, 31, x, w, z);
  show(z);
}
