// RUN: %original
// RUN: %everyTile tile
// A convolution with each tile of its menu, with padding and without: several tiles of pixels and
// of filters, and more steps than a block takes apart at once. A coefficient of each filter is
// infinite.
#include "program.h"
#include <vector>

__global__ void convolution(int N, int C, int H, int W, int K, int R, int P, int Q, int stride,
                            int pad, const float *x, const float *w, float *y) {
  int pq = blockIdx.x * blockDim.x + threadIdx.x, k = blockIdx.y, n = blockIdx.z;
  if (pq >= P * Q)
    return;
  int p = pq / Q, q = pq % Q;
  float sum = 0;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < R; ++s) {
        int iy = p * stride + r - pad, ix = q * stride + s - pad;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          sum += x[((n * C + c) * H + iy) * W + ix] * w[((k * C + c) * R + r) * R + s];
      }
  y[(n * K + k) * P * Q + pq] = sum;
}

int main(int, char **arguments) {
  float *x = randomArray<float>(17), *w = randomArray<float>(5), *y = randomArray<float>(11);
  const float infinity = 1.0f / 0.0f;
  for (int k = 0; k < 67; ++k) // of the first filters
    cudaMemcpy(w + k * 135 + k * 7 % 135, &infinity, sizeof(float), cudaMemcpyHostToDevice);
  std::vector<float> result(Elements);
  std::FILE *const file = std::fopen(arguments[1], "wb");
  const auto run = [&](int N, int C, int H, int W, int K, int R, int P, int Q, int stride,
                       int pad) {
    convolution<<<dim3((P * Q + 31) / 32, K, N), dim3(32)>>>(N, C, H, W, K, R, P, Q, stride, pad, x,
                                                             w, y);
    if (cudaDeviceSynchronize() != cudaSuccess)
      std::exit(1);
    cudaMemcpy(result.data(), y, Elements * sizeof(float), cudaMemcpyDeviceToHost);
    std::fwrite(result.data(), sizeof(float), N * K * P * Q, file);
  };
  run(2, 15, 9, 8, 67, 3, 9, 8, 1, 1);
  run(1, 19, 9, 25, 130, 1, 5, 13, 2, 0);
  std::fclose(file);
}
