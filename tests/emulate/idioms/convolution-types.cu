// RUN: %same rewritten 'tile<32;32;8;4;4>'
// RUN: grep -c '), (64,1,1), ' %t.trace | grep -x 5
// Convolutions of other types, dimensions and orders than images in FP32: what is added is in the
// type of the sum, and padding is skipped, or zero of the operands' type.
#include "program.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// One dimension, in FP64, dilated, with a bias that the sum starts from.
__global__ void ofDoubles(int N, int C, int W, int K, int R, int P, const double *x,
                          const double *w, const double *bias, double *y) {
  int p = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y, n = blockIdx.z;
  if (p < P) {
    double sum = bias[k];
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) {
        int at = p + 3 * r - 3;
        double v = at >= 0 && at < W ? x[(n * C + c) * W + at] : 0.0;
        sum += v * w[(k * C + c) * R + r];
      }
    y[(n * K + k) * P + p] = sum;
  }
}

/// Bytes with sums of 32 bits, NHWC and KRSC, padding skipped.
__global__ void ofBytes(int N, int C, int H, int W, int K, int R, const signed char *x,
                        const signed char *w, int *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (k < K && i < N * H * W) {
    int n = i / (H * W), p = i / W % H, q = i % W;
    int sum = 0;
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < R; ++s)
        for (int c = 0; c < C; ++c) {
          int iy = p + r - R / 2, ix = q + s - R / 2;
          if (iy >= 0 && iy < H && ix >= 0 && ix < W)
            sum += x[((n * H + iy) * W + ix) * C + c] * w[((k * R + r) * R + s) * C + c];
        }
    y[i * K + k] = sum;
  }
}

/// Half precision with sums of FP32, three dimensions, without padding.
__global__ void ofHalves(int N, int C, int D, int H, int W, int K, int R, int O, int P, int Q,
                         const __half *x, const __half *w, float *y) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  int op = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z / K, k = blockIdx.z % K;
  if (q < Q && op < O * P && n < N) {
    int o = op / P, p = op % P;
    float sum = 0.0f;
    for (int c = 0; c < C; ++c)
      for (int t = 0; t < R; ++t)
        for (int r = 0; r < R; ++r)
          for (int s = 0; s < R; ++s)
            sum += __half2float(x[(((n * C + c) * D + o + t) * H + p + r) * W + q + s]) *
                   __half2float(w[(((k * C + c) * R + t) * R + r) * R + s]);
    y[((n * K + k) * O * P + op) * Q + q] = sum;
  }
}

/// bfloat16 with a group of filters for each group of channels: products of a batch.
__global__ void ofGroups(int N, int G, int C, int W, int K, int R, int P, const __nv_bfloat16 *x,
                         const __nv_bfloat16 *w, float *y) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z / G, g = blockIdx.z % G;
  if (p < P && k < K && n < N) {
    float sum = 0.0f;
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r)
        sum += __bfloat162float(x[((n * G + g) * C + c) * W + p + r]) *
               __bfloat162float(w[((g * K + k) * C + c) * R + r]);
    y[((n * G + g) * K + k) * P + p] = sum;
  }
}

/// 32-bit unsigned integers, which wrap.
__global__ void ofUnsigned(int N, int C, int W, int K, int R, int P, const unsigned *x,
                           const unsigned *w, unsigned *y) {
  int p = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y, n = blockIdx.z;
  if (p < P) {
    unsigned sum = 0;
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) {
        int at = 2 * p + r - 1;
        if (at >= 0 && at < W)
          sum += x[(n * C + c) * W + at] * w[(k * C + c) * R + r];
      }
    y[(n * K + k) * P + p] = sum;
  }
}

int main() {
  double *x = randomArray<double>(17), *w = randomArray<double>(5), *y = randomArray<double>(11);
  ofDoubles<<<dim3(2, 5, 3), dim3(16)>>>(3, 4, 29, 5, 3, 29, x, w, x + 40, y);
  printArray(y);
  // Whole numbers with all bits.
  signed char *bytes = reinterpret_cast<signed char *>(randomArray<float>(3));
  signed char *filters = reinterpret_cast<signed char *>(randomArray<float>(7));
  int *sums = randomArray<int>(1);
  ofBytes<<<dim3(2, 20), dim3(4, 8)>>>(2, 5, 7, 11, 6, 3, bytes, filters, sums);
  printArray(sums);
  __half *halves = randomArray<__half>(2), *coefficients = randomArray<__half>(8);
  float *result = randomArray<float>(4);
  ofHalves<<<dim3(1, 3, 6), dim3(16, 4)>>>(2, 2, 6, 5, 15, 3, 3, 4, 3, 13, halves, coefficients,
                                           result);
  printArray(result);
  __nv_bfloat16 *channels = randomArray<__nv_bfloat16>(6), *groups = randomArray<__nv_bfloat16>(9);
  ofGroups<<<dim3(2, 2, 6), dim3(16, 4)>>>(2, 3, 4, 20, 5, 3, 18, channels, groups, result);
  printArray(result);
  unsigned *numbers = reinterpret_cast<unsigned *>(randomArray<float>(12));
  unsigned *factors = reinterpret_cast<unsigned *>(randomArray<float>(13));
  unsigned *wrapped = randomArray<unsigned>(14);
  ofUnsigned<<<dim3(2, 5, 3), dim3(8)>>>(3, 4, 21, 5, 3, 11, numbers, factors, wrapped);
  printArray(wrapped);
}
