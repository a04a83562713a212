// RUN: %original
// RUN: env MULTIPROCESSORS=2 SLICES='2 5' %everyTile 'tensorize<wgmma;packed>' --arch=sm_90a --numerics=fp16
// RUN: grep -q 'loadPackedFragments[<]' %t.rewritten.cu
// RUN: sed -e 's/sum + 2 . (float).to/sum/' -e 's/(float)OF_ROWS/(float)OF_STEPS/' %s > %t.both.cu
// RUN: warpsmith-emulate %t.both.cu -o %t.both.program -- %flags && %t.both.program %t.both.original
// RUN: not cmp %t.original %t.both.original
// RUN: env MULTIPROCESSORS=2 SLICES=3 %S/../every-tile.sh exact %t.both.cu %t.both 'tensorize<wgmma;packed>' --arch=sm_90a --numerics=fp16
// RUN: not grep -q 'loadPackedFragments[<]' %t.both.rewritten.cu
// Matrices in blocks of 16 x 16, of which four lines of 32 bytes share a row of shared memory. The
// tensor cores take B's steps in another order. Threads load A's in this order, or A has them in
// it, too, where its lines are steps. With each tile of the menu, and in slices of k. Sums are
// exact.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_fp16.h>
#include <vector>

// Elements of A's blocks: [k/16][m/16][16][16], or [m/16][k/16][16][16] with lines of steps.
#define OF_STEPS a[((i / 16 * k + r) * 16 + s) * 16 + i % 16]
#define OF_ROWS a[(r * (m * 16) + i) * 16 + s]

__global__ void packed(int m, int n, int k, const __half *a, const __half *b, __half *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m * 16 && j < n * 16) {
    float sum = 0.0f;
    for (int r = 0; r < k; ++r)
      for (int s = 0; s < 16; ++s)
        sum += (float)OF_ROWS * (float)b[((j / 16 * k + r) * 16 + s) * 16 + j % 16];
    __half *to = c + ((j / 16 * (m * 16) + i) * 16 + j % 16);
    *to = (__half)(sum + 2 * (float)*to);
  }
}

int main(int, char **arguments) {
  __half *a = wholeNumbers<__half>(Elements, 17), *b = wholeNumbers<__half>(Elements, 5);
  std::vector<__half> result(Elements);
  std::FILE *const file = std::fopen(arguments[1], "wb");
  const auto run = [&](int m, int n, int k) {
    __half *c = wholeNumbers<__half>(Elements, 11);
    packed<<<dim3(n, m), dim3(16, 16)>>>(m, n, k, a, b, c);
    if (cudaDeviceSynchronize() != cudaSuccess)
      std::exit(1);
    cudaMemcpy(result.data(), c, Elements * sizeof(__half), cudaMemcpyDeviceToHost);
    std::fwrite(result.data(), sizeof(__half), Elements, file);
  };
  run(21, 19, 35);
  run(5, 7, 33);
  std::fclose(file);
}
