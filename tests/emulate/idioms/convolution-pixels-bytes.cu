// RUN: %same rewritten 'tensorize<wgmma;im2col;64;64>|tensorize<wgmma;64;64>' --arch=sm_90a
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// Pixels of bytes with their channels last, beside coefficients with signs, with each bit: a launch
// with whole k-tiles of 128 channels, and one without.
#include "program.h"

// CHECK: 1 rewritten::kernel
// CHECK-NEXT: 1 rewritten::otherwise::kernel
__global__ void skipped(int N, int C, int H, int W, int K, int R, const unsigned char *x,
                        const signed char *w, int *y) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int pq = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z;
  if (k < K && pq < H * W) {
    int p = pq / W, q = pq % W;
    int sum = 0;
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < R; ++s) {
        int iy = p + r - R / 2, ix = q + s - R / 2;
        if (iy >= 0 && iy < H && ix >= 0 && ix < W)
          for (int c = 0; c < C; ++c)
            sum += x[((n * H + iy) * W + ix) * C + c] * w[((k * R + r) * R + s) * C + c];
      }
    y[(n * H * W + pq) * K + k] = sum;
  }
}

int main() {
  // Whole numbers with all bits.
  unsigned char *x = reinterpret_cast<unsigned char *>(randomArray<float>(3));
  signed char *w = reinterpret_cast<signed char *>(randomArray<float>(7));
  int *y = randomArray<int>(1);
  skipped<<<dim3(5, 8, 2), dim3(8, 8)>>>(2, 128, 9, 7, 40, 3, x, w, y);
  printArray(y);
  skipped<<<dim3(5, 8, 2), dim3(8, 8)>>>(2, 80, 9, 7, 33, 3, x, w, y);
  printArray(y);
}
