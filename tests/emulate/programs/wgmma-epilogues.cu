// RUN: %same rewritten 'tensorize<wgmma;256>' --numerics=fp16 --arch=sm_90a
// RUN: %same rewritten 'tensorize<wgmma;64;64>' --numerics=fp16 --arch=sm_90a
// What is stored besides a sum, and where, on warpgroup products: several kernels of one file.
// Operands are small whole numbers, which FP16 holds and FP32 sums exactly, so that every
// bit is the original's. The triangle has tiles that store nothing and, the smaller ones, tiles
// that lie in it as a whole; so has what is stored on both sides of the diagonal.
#include "whole-numbers.h"
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

constexpr int M = 258, N = 262, K = 40;
constexpr int Most = N > K ? N : K, Size = Most * (Most + 3); // of a matrix

__global__ void layer(const float *x, const float *w, const float *bias, float *y, int batch,
                      int in, int out) {
  int o = blockIdx.x * blockDim.x + threadIdx.x, s = blockIdx.y * blockDim.y + threadIdx.y;
  if (s < batch && o < out) {
    float z = bias[o];
    for (int l = 0; l < in; ++l)
      z += x[s * in + l] * w[o * in + l];
    y[s * out + o] = z < 0 ? 0 : z;
  }
}

__global__ void triangle(int n, int k, const __half *a, const __half *b, float *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n && j <= i) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[i * k + l]) * __half2float(b[l * n + j]);
    c[i * n + j] += 2 * sum;
  }
}

/// All but the diagonal, from sums of one side.
__global__ void mirrored(int n, int k, const __half *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = i + 1; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += __half2float(a[l * n + i]) * __half2float(a[l * n + j]);
      c[i * n + j] = sum;
      c[j * n + i] = sum;
    }
}

__global__ void columnMajor(int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                            float *c, int ldc) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += a[l * lda + i] * b[j * ldb + l];
    c[j * ldc + i] = sum - c[j * ldc + i];
  }
}

__global__ void narrowed(int m, int n, int k, const __half *a, const float *b, signed char *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += __half2float(a[i * k + l]) * b[l * n + j];
    c[i * n + j] = (signed char)fminf(fmaxf(sum, -100.0f), 100.0f);
  }
}

template <typename Element>
void print(const Element *array, size_t count) {
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::vector<Element> values(count);
  cudaMemcpy(values.data(), array, count * sizeof(Element), cudaMemcpyDeviceToHost);
  for (const Element &value : values)
    std::printf("%g\n", static_cast<double>(value));
}

int main() {
  const dim3 threads(16, 16), blocks((N + 15) / 16, (N + 15) / 16);
  float *x = wholeNumbers<float>(Size, 1), *w = wholeNumbers<float>(Size, 2);
  __half *a = wholeNumbers<__half>(Size, 3), *b = wholeNumbers<__half>(Size, 4);
  float *y = wholeNumbers<float>(Size, 5);
  layer<<<blocks, threads>>>(x, w, wholeNumbers<float>(N, 6), y, M, K, N);
  print(y, N * (N + 3));
  triangle<<<blocks, threads>>>(N, K, a, b, y);
  print(y, N * (N + 3));
  mirrored<<<(N + 31) / 32, 32>>>(N, K, a, y);
  print(y, N * (N + 3));
  columnMajor<<<blocks, threads>>>(M, N, K, x, M + 1, w, K + 2, y, M + 3);
  print(y, N * (N + 3));
  signed char *c = wholeNumbers<signed char>(M * N, 7);
  narrowed<<<blocks, threads>>>(M, N, K, a, x, c);
  print(c, M * N);
}
