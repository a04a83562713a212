// RUN: %original
// RUN: env MULTIPROCESSORS=2 SLICES='2 5' %everyTile 'tensorize<wgmma;packed>' --arch=sm_90a --numerics=fp16
// RUN: sed 's/sum + 2 . (float).to/sum/' %s > %t.stored.cu
// RUN: warpsmith-emulate %t.stored.cu -o %t.stored.program -- %flags && %t.stored.program %t.stored.original
// RUN: not cmp %t.original %t.stored.original
// RUN: env MULTIPROCESSORS=2 SLICES=3 %S/../every-tile.sh exact %t.stored.cu %t.stored 'tensorize<wgmma;packed>' --arch=sm_90a --numerics=fp16
// RUN: grep -q 'Turning' %t.stored.rewritten.cu
// Matrices in packed layouts, which TMA copies and stores with each tile of the menu, and in slices
// of k: blocks that take several tiles, clusters whose last block is beyond C, results that depend
// on what there was, and such as do not, of which warpgroups may take turns. Sums are exact.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_fp16.h>
#include <vector>

// [k/16][m][16] * [n/32][k][32] = [n/16][m][16]
__global__ void packed(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n * 32) {
    float sum = 0.0f;
    for (int r = 0; r < k; ++r)
      for (int s = 0; s < 16; ++s)
        sum += (float)a[(r * m + i) * 16 + s] * (float)b[((j / 32 * k + r) * 16 + s) * 32 + j % 32];
    __half *to = c + ((j / 16 * m + i) * 16 + j % 16);
    *to = (__half)(sum + 2 * (float)*to);
  }
}

int main(int, char **arguments) {
  __half *a = wholeNumbers<__half>(Elements, 17), *b = wholeNumbers<__half>(Elements, 5);
  std::vector<__half> result(Elements);
  std::FILE *const file = std::fopen(arguments[1], "wb");
  const auto run = [&](int m, int n, int k) {
    __half *c = wholeNumbers<__half>(Elements, 11);
    packed<<<dim3(n * 2, (m + 15) / 16), dim3(16, 16)>>>(m, n, k, a, b, c);
    if (cudaDeviceSynchronize() != cudaSuccess)
      std::exit(1);
    cudaMemcpy(result.data(), c, Elements * sizeof(__half), cudaMemcpyDeviceToHost);
    std::fwrite(result.data(), sizeof(__half), Elements, file);
  };
  run(333, 9, 23);
  run(67, 3, 21);
  std::fclose(file);
}
