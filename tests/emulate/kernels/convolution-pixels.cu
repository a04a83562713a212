// RUN: %original
// RUN: env MULTIPROCESSORS=2 SLICES='2 5' %everyTile 'tensorize<wgmma;im2col>' --arch=sm_90a --numerics=fp16
// Pixels that TMA copies with each tile of the menu, and in slices of k: blocks that take several
// tiles, clusters whose last block is beyond the pixels, infinite coefficients beside padding in
// the first tile of filters and in the last one. Sums are exact.
#include "program.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

__global__ void convolution(int N, int C, int H, int W, int K, int P, int Q, int stride,
                            const __half *x, const __half *w, __half *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < P * Q) {
    int p = pq / Q, q = pq % Q;
    float sum = 0.0f;
    for (int r = 0; r < 3; ++r)
      for (int s = 0; s < 3; ++s) {
        int iy = p * stride + r - 1, ix = q * stride + s - 1;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          for (int c = 0; c < C; ++c)
            sum +=
                (float)x[((n * H + iy) * W + ix) * C + c] * (float)w[((k * 3 + r) * 3 + s) * C + c];
      }
    y[(n * P * Q + pq) * K + k] = (__half)sum;
  }
}

__half *wholeNumbers(unsigned state, int most) {
  std::vector<__half> values(Elements);
  for (__half &value : values) {
    state = state * 1664525 + 1013904223;
    value = (__half)(float)(int(state >> 16) % most - most / 3);
  }
  __half *array = nullptr;
  cudaMalloc(&array, Elements * sizeof(__half));
  cudaMemcpy(array, values.data(), Elements * sizeof(__half), cudaMemcpyHostToDevice);
  return array;
}

int main(int, char **arguments) {
  __half *x = wholeNumbers(17, 4), *w = wholeNumbers(5, 3), *y = wholeNumbers(11, 9);
  const __half infinity = (__half)INFINITY;
  for (int k : {0, 130, 198}) // of their last place
    cudaMemcpy(w + (k + 1) * 576 - 5, &infinity, sizeof infinity, cudaMemcpyHostToDevice);
  std::vector<__half> result(Elements);
  std::FILE *const file = std::fopen(arguments[1], "wb");
  const auto run = [&](int N, int H, int W, int K, int stride) {
    const int P = (H - 1) / stride + 1, Q = (W - 1) / stride + 1;
    convolution<<<dim3((K + 7) / 8, (P * Q + 7) / 8, N), dim3(8, 8)>>>(N, 64, H, W, K, P, Q, stride,
                                                                       x, w, y);
    if (cudaDeviceSynchronize() != cudaSuccess)
      std::exit(1);
    cudaMemcpy(result.data(), y, Elements * sizeof(__half), cudaMemcpyDeviceToHost);
    for (__half &value : result)
      if (std::isnan((float)value))
        value = (__half)-12345.0f; // all that are no numbers alike
    std::fwrite(result.data(), sizeof(__half), Elements, file);
  };
  run(3, 9, 13, 200, 1);
  run(2, 17, 13, 203, 2); // rows of C that TMA does not store
  std::fclose(file);
}
