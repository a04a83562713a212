// RUN: env MULTIPROCESSORS=1 %same rewritten 'tensorize<wgmma;64;64>' --numerics=fp16 --arch=sm_90a
// RUN: env MULTIPROCESSORS=1 FLAGS=-I%suite/../runtime/include %same rewritten 'sm_90a:tensorize<wgmma;64;64>|sm_80:tensorize<mma;64;64>' --numerics=fp16 --device-headers
// RUN: env MULTIPROCESSORS=1 %same rewritten 'tensorize<mma;64;64>' --numerics=fp16 --arch=sm_80
// Convolutions on tensor cores, in blocks that take several tiles: chunks that are copied as
// they lie and elements that are gathered, strides, dilation, groups, a bias, sums with more steps
// than a table has, bytes. A corner of a filter is infinite, which tells padding that is skipped
// from zeros. Operands are small whole numbers, which FP16 holds and FP32 sums exactly, so that
// every bit is the original's.
#include "whole-numbers.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

template <typename Element>
void printNumbers(const Element *array, size_t count) {
  std::vector<Element> values(count);
  cudaMemcpy(values.data(), array, count * sizeof(Element), cudaMemcpyDeviceToHost);
  for (const Element &value : values) {
    const float number = static_cast<float>(value);
    std::printf(std::isnan(number) ? "no number\n" : "%g\n", number);
  }
}

unsigned char *bytes(size_t count, unsigned state) {
  std::vector<unsigned char> values(count);
  for (unsigned char &value : values) {
    state = state * 1664525u + 1013904223u;
    value = state >> 24;
  }
  unsigned char *array = nullptr;
  cudaMalloc(&array, count);
  cudaMemcpy(array, values.data(), count, cudaMemcpyHostToDevice);
  return array;
}

__global__ void skipped(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                        int pad, int dilation, const __half *x, const __half *w, const float *bias,
                        __half *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pixel = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pixel < P * Q) {
    int p = pixel / Q, q = pixel % Q;
    float sum = 0;
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) {
        int iy = p * stride + r * dilation - pad, ix = q * stride + s * dilation - pad;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          for (int c = 0; c < C; ++c)
            sum += __half2float(x[((n * H + iy) * W + ix) * C + c]) *
                   __half2float(w[((k * R + r) * S + s) * C + c]);
      }
    sum += bias[k];
    y[(n * P * Q + pixel) * K + k] = __float2half(sum > 0 ? sum : 0.5f * sum);
  }
}

/// Channels first, operands that are converted.
__global__ void zeros(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int pad,
                      const float *x, const float *w, float *y) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pixel < P * Q) {
    int p = pixel / Q, q = pixel % Q;
    float sum = 0;
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r)
        for (int s = 0; s < S; ++s) {
          int iy = 2 * p + r - pad, ix = 2 * q + s - pad;
          float v = iy >= 0 && iy < H && ix >= 0 && ix < W ? x[((n * C + c) * H + iy) * W + ix] : 0;
          sum += v * w[((k * C + c) * R + r) * S + s];
        }
    y[(n * K + k) * P * Q + pixel] = sum;
  }
}

/// The old elements are read.
__global__ void grouped(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int G,
                        const __half *x, const __half *w, float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pixel = blockIdx.y * blockDim.y + threadIdx.y;
  int g = blockIdx.z;
  if (k < K && pixel < N * P * Q) {
    int n = pixel / (P * Q), p = pixel / Q % P, q = pixel % Q;
    float sum = 0;
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s)
        for (int c = 0; c < C; ++c)
          sum += __half2float(x[((n * H + p + r) * W + q + s) * G * C + g * C + c]) *
                 __half2float(w[(((g * K + k) * R + r) * S + s) * C + c]);
    y[pixel * G * K + g * K + k] += 2 * sum;
  }
}

/// Integers of unlike signs, with all bits, and a result of eight bits again.
__global__ void requantised(int N, int C, int H, int W, int K, int R, int P, int Q, int stride,
                            int pad, const signed char *x, const unsigned char *w, const int *bias,
                            float scale, signed char *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pixel = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pixel < P * Q) {
    int p = pixel / Q, q = pixel % Q;
    int sum = bias[k];
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < R; ++s) {
        int iy = p * stride + r - pad, ix = q * stride + s - pad;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          for (int c = 0; c < C; ++c)
            sum += x[((n * H + iy) * W + ix) * C + c] * w[((k * R + r) * R + s) * C + c];
      }
    float scaled = sum * scale;
    y[(n * P * Q + pixel) * K + k] = (signed char)fminf(fmaxf(scaled, -128.0f), 127.0f);
  }
}

void convolve(int N, int C, int H, int W, int K, int R, int S, int stride, int pad, int dilation) {
  const int P = (H + 2 * pad - dilation * (R - 1) - 1) / stride + 1;
  const int Q = (W + 2 * pad - dilation * (S - 1) - 1) / stride + 1;
  __half *const x = wholeNumbers<__half>(N * C * H * W, 3);
  __half *const w = wholeNumbers<__half>(K * C * R * S, 5);
  const __half infinity = __float2half(__builtin_inff());
  cudaMemcpy(w, &infinity, sizeof(infinity), cudaMemcpyHostToDevice);
  __half *const y = wholeNumbers<__half>(N * P * Q * K, 7);
  skipped<<<dim3((K + 7) / 8, (P * Q + 7) / 8, N), dim3(8, 8)>>>(
      N, C, H, W, K, R, S, P, Q, stride, pad, dilation, x, w, wholeNumbers<float>(K, 9), y);
  printNumbers(y, N * P * Q * K);
}

/// Of chunks of 16 channels, and of others.
void requantise(int N, int C, int H, int W, int K, int R, int stride, int pad) {
  const int P = (H + 2 * pad - R) / stride + 1, Q = (W + 2 * pad - R) / stride + 1;
  signed char *const y = wholeNumbers<signed char>(N * P * Q * K, 7);
  requantised<<<dim3((K + 7) / 8, (P * Q + 7) / 8, N), dim3(8, 8)>>>(
      N, C, H, W, K, R, P, Q, stride, pad, reinterpret_cast<signed char *>(bytes(N * C * H * W, 3)),
      bytes(K * C * R * R, 5), wholeNumbers<int>(K, 9), 0.001f, y);
  printNumbers(y, N * P * Q * K);
}

int main() {
  convolve(2, 16, 7, 9, 70, 3, 3, 1, 1, 1);  // rows and columns of several tiles
  convolve(1, 24, 9, 8, 24, 3, 3, 2, 1, 1);  // strides
  convolve(1, 8, 6, 5, 8, 3, 2, 1, 2, 2);    // dilation
  convolve(1, 136, 3, 3, 16, 3, 3, 1, 1, 1); // more steps than a table has; in slices of k
  convolve(1, 15, 5, 4, 9, 3, 3, 1, 1, 1);   // of single elements, too
  requantise(2, 32, 5, 7, 70, 3, 1, 1);
  requantise(1, 19, 6, 7, 9, 3, 2, 1);
  requantise(1, 128, 3, 3, 9, 3, 1, 1); // in slices of k
  const int odd = 5, even = 8;
  for (const int C : {odd, even}) {
    float *const y = wholeNumbers<float>(2 * 6 * 4 * 5, 7);
    zeros<<<dim3(3, 1, 2), dim3(8, 8)>>>(2, C, 7, 9, 6, 3, 3, 4, 5, 1,
                                         wholeNumbers<float>(2 * C * 7 * 9, 3),
                                         wholeNumbers<float>(6 * C * 3 * 3, 5), y);
    printNumbers(y, 2 * 6 * 4 * 5);
    float *const z = wholeNumbers<float>(2 * 4 * 3 * 3 * 16, 7);
    grouped<<<dim3(2, 3, 3), dim3(8, 8)>>>(2, C, 5, 4, 16, 2, 2, 4, 3, 3,
                                           wholeNumbers<__half>(2 * 5 * 4 * 3 * C, 3),
                                           wholeNumbers<__half>(3 * 16 * 2 * 2 * C, 5), z);
    printNumbers(z, 2 * 4 * 3 * 3 * 16);
  }
}
