// RUN: %same rewritten tile
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<mma;64;64>' --arch=sm_80 --numerics=fp16
// Gradients of convolutions: by the input, where steps run backwards through the output's gradient
// or the filter, and by the filter. Halves are small whole numbers, whose sums are exact.
#include "program.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

#ifdef HALF
using Element = __half;
#else
using Element = float;
#endif

__global__ void ofInput(const Element *dy, const Element *f, float *dx, int N, int C, int H, int W,
                        int K, int R, int S, int P, int Q, int pad) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.z % C, n = blockIdx.z / C;
  if (x >= W || y >= H)
    return;
  float sum = 0;
  for (int k = 0; k < K; ++k)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) {
        int p = y + pad - r, q = x + pad - s;
        if (p >= 0 && p < P && q >= 0 && q < Q)
          sum += (float)dy[((n * K + k) * P + p) * Q + q] * (float)f[((k * C + c) * R + r) * S + s];
      }
  dx[((n * C + c) * H + y) * W + x] = sum;
}

// Channels are adjacent, filters dilated.
__global__ void ofInputDilated(const Element *dy, const Element *f, float *dx, int N, int C, int H,
                               int W, int K, int R, int S, int P, int Q, int pad) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W)
    return;
  int c = i % C, x = i / C % W, y = i / (C * W) % H, n = i / (C * W * H);
  float sum = 0;
  for (int r = 0; r < R; ++r)
    for (int s = 0; s < S; ++s)
      for (int k = 0; k < K; ++k) {
        int p = y + pad - 2 * r, q = x + pad - 2 * s;
        if (p >= 0 && p < P && q >= 0 && q < Q)
          sum += (float)dy[((n * P + p) * Q + q) * K + k] * (float)f[((r * S + s) * C + c) * K + k];
      }
  dx[i] = sum;
}

// The filter runs backwards; sizes are those of a convolution without padding.
__global__ void byFlipped(const Element *dy, const Element *f, float *dx, int N, int C, int H,
                          int W, int K, int R, int S) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.z % C, n = blockIdx.z / C;
  int P = H - R + 1, Q = W - S + 1;
  if (x < W && y < H) {
    float sum = 0;
    for (int k = 0; k < K; ++k)
      for (int r = 0; r < R; ++r)
        for (int s = 0; s < S; ++s) {
          int p = y - (R - 1) + r, q = x - (S - 1) + s;
          if (p >= 0 && q >= 0 && p < P && q < Q)
            sum += (float)dy[((n * K + k) * P + p) * Q + q] *
                   (float)f[((k * C + c) * R + R - 1 - r) * S + S - 1 - s];
        }
    dx[((n * C + c) * H + y) * W + x] = sum;
  }
}

__global__ void ofFilter(const Element *dy, const Element *x, float *df, int N, int C, int H, int W,
                         int K, int R, int S, int P, int Q, int pad) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y * blockDim.y + threadIdx.y;
  int r = blockIdx.z / S, s = blockIdx.z % S;
  if (c >= C || k >= K)
    return;
  float sum = 0;
  for (int n = 0; n < N; ++n)
    for (int p = 0; p < P; ++p)
      for (int q = 0; q < Q; ++q) {
        int h = 2 * p - pad + r, w = 2 * q - pad + s;
        if (h >= 0 && h < H && w >= 0 && w < W)
          sum += (float)dy[((n * K + k) * P + p) * Q + q] * (float)x[((n * C + c) * H + h) * W + w];
      }
  df[((k * C + c) * R + r) * S + s] += sum;
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
  const int n = 2, c = 5, h = 11, w = 9, k = 8, r = 3, s = 2;
  float *d[] = {randomArray<float>(1), randomArray<float>(2), randomArray<float>(3),
                randomArray<float>(4)};
  for (float *each : d) // sums of what is old are exact, too
    cudaMemset(each, 0, Elements * sizeof(float));
  const dim3 block(16, 8), grid(1, 2, n * c);
  const Element *f = operand<Element>(17, k * c * r * s);
  ofInput<<<grid, block>>>(operand<Element>(3, n * k * h * 10), f, d[0], n, c, h, w, k, r, s, h, 10,
                           1);
  ofInputDilated<<<(n * c * h * w + 63) / 64, 64>>>(operand<Element>(5, n * k * 9 * 9), f, d[1], n,
                                                    c, h, w, k, r, s, 9, 9, 1);
  byFlipped<<<grid, block>>>(operand<Element>(7, n * k * (h - r + 1) * (w - s + 1)), f, d[2], n, c,
                             h, w, k, r, s);
  ofFilter<<<dim3(1, 1, r * s), block>>>(operand<Element>(9, n * k * 6 * 5),
                                         operand<Element>(11, n * c * h * w), d[3], n, c, h, w, k,
                                         r, s, 6, 5, 1);
  for (const float *each : d)
    printArray(each);
}
