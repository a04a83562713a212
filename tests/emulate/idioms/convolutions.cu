// RUN: %same rewritten 'tile<32;32;8;4;4>'
// Direct convolutions: images, rows and columns are one group of indices, channels and places in
// the filter another. Padding is skipped, or read as zero; a corner of a filter is infinite,
// which tells the two apart.
#include "program.h"

__global__ void valid(int N, int C, int H, int W, int K, int R, int S, int P, int Q, const float *x,
                      const float *w, float *y) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  int p = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z / K, k = blockIdx.z % K;
  if (q < Q && p < P && n < N) {
    float sum = 0.0f;
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r)
        for (int s = 0; s < S; ++s)
          sum += x[((n * C + c) * H + p + r) * W + q + s] * w[((k * C + c) * R + r) * S + s];
    y[((n * K + k) * P + p) * Q + q] = sum;
  }
}

__global__ void skipped(int N, int C, int H, int W, int K, int R, int S, int P, int Q, int stride,
                        int pad, const float *x, const float *w, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * K * P * Q)
    return;
  int q = i % Q, p = i / Q % P, k = i / (P * Q) % K, n = i / (K * P * Q);
  float sum = 0.0f;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r) {
      int iy = p * stride + r - pad;
      if (iy >= 0 && iy < H)
        for (int s = 0; s < S; ++s) {
          int ix = q * stride + s - pad;
          if (ix >= 0 && ix < W)
            sum += x[((n * C + c) * H + iy) * W + ix] * w[((k * C + c) * R + r) * S + s];
        }
    }
  y[i] = sum;
}

__global__ void zeros(int N, int C, int H, int W, int K, int R, int S, int P, int Q, const float *x,
                      const float *w, const float *bias, float *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < P * Q) {
    int p = pq / Q, q = pq % Q;
    float sum = bias[k];
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s)
        for (int c = 0; c < C; ++c) {
          int iy = p + 2 * r - 2, ix = q + 2 * s - 2;
          float v =
              (iy >= 0 && iy < H && ix >= 0 && ix < W) ? x[((n * H + iy) * W + ix) * C + c] : 0.0f;
          sum += v * w[((r * S + s) * C + c) * K + k];
        }
    y[((n * P + p) * Q + q) * K + k] = sum > 0 ? sum : 0;
  }
}

int main() {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *y = randomArray<float>(11);
  const float infinity = 1.0f / 0.0f;
  cudaMemcpy(w, &infinity, sizeof(float), cudaMemcpyHostToDevice);
  valid<<<dim3(2, 3, 10), dim3(8, 4)>>>(2, 3, 12, 17, 5, 3, 2, 10, 16, x, w, y);
  printArray(y);
  skipped<<<dim3(5), dim3(128)>>>(2, 3, 11, 13, 5, 3, 3, 6, 7, 2, 1, x, w, y);
  printArray(y);
  zeros<<<dim3(1, 20, 3), dim3(8, 4)>>>(3, 4, 7, 11, 7, 3, 3, 7, 11, x, w, x + 100, y);
  printArray(y);
}
