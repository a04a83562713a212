// RUN: %original
// RUN: env MULTIPROCESSORS=2 TILES='Large Turning Slim' %everyTile 'tensorize<wgmma>' --arch=sm_90a --numerics=fp16
// RUN: grep -q 'StoringWarps' %t.rewritten.cu
// Values of a row and of a column on the way to C, in tiles of one warpgroup, of two, and of two
// that take turns: blocks that take several tiles, so that boxes and values of one tile follow
// those of another. Rows of C begin at whole 16 bytes, and TMA stores them, or anywhere. Sums are
// exact.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_fp16.h>
#include <vector>

__global__ void layer(int m, int n, int k, const __half *x, const __half *w, const float *bias,
                      const __half *ofRow, __half *y, int pitch) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) {
    float sum = bias[j];
    for (int l = 0; l < k; ++l)
      sum += (float)x[i * k + l] * (float)w[j * k + l];
    sum += (float)ofRow[i];
    y[i * pitch + j] = (__half)(sum > 0 ? sum : 0.0f);
  }
}

int main(int, char **arguments) {
  __half *x = wholeNumbers<__half>(Elements, 17), *w = wholeNumbers<__half>(Elements, 5);
  float *bias = wholeNumbers<float>(Elements, 3);
  __half *ofRow = wholeNumbers<__half>(Elements, 7);
  std::vector<__half> result(Elements);
  std::FILE *const file = std::fopen(arguments[1], "wb");
  const auto run = [&](int m, int n, int k, int pitch) {
    __half *y = wholeNumbers<__half>(Elements, 11);
    layer<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, x, w, bias, ofRow, y,
                                                                pitch);
    if (cudaDeviceSynchronize() != cudaSuccess)
      std::exit(1);
    cudaMemcpy(result.data(), y, Elements * sizeof(__half), cudaMemcpyDeviceToHost);
    std::fwrite(result.data(), sizeof(__half), Elements, file);
  };
  run(333, 530, 40, 536);
  run(131, 203, 72, 205);
  std::fclose(file);
}
