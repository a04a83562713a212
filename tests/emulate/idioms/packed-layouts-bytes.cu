// RUN: %same rewritten 'tensorize<wgmma;packed;64;128>|tensorize<wgmma;64;64>' --arch=sm_90a
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: %same rewritten 'auto<tiles=2>' --arch=sm_90a
// RUN: env FLAGS=-DFLOATS %same rewritten 'tensorize<wgmma;packed;128>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=tf32
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// Packed layouts of bytes, with each bit, and of floats that become TF32: steps are side by side in
// both operands, in runs of 16 to 128 bytes. An array that is not aligned is gathered.
#include "program.h"

#ifdef FLOATS
using Left = float;
using Right = float;
using Result = float;
#else
using Left = unsigned char;
using Right = signed char;
using Result = int;
#endif

// CHECK: 2 rewritten::kernel
// CHECK-NEXT: 1 rewritten::otherwise::kernel
// CHECK-NEXT: 1 rewritten::kernel
// [k/32][m][32] * [k/16][n][16], as blocks of columns
__global__ void runs(int m, int n, int k, const Left *a, const Right *b, Result *c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n * 16) {
    Result sum = 0;
    for (int r = 0; r < k; ++r)
      for (int s = 0; s < 2; ++s)
        for (int t = 0; t < 16; ++t)
          sum += (Result)a[(r * m + i) * 32 + s * 16 + t] *
                 (Result)b[((r * 2 + s) * (n * 16) + j) * 16 + t];
    c[(j / 16 * m + i) * 16 + j % 16] += sum;
  }
}

// Rows of A, and blocks of 8 columns with all of their steps, of which 128 bytes are side by side.
__global__ void rows(int m, int n, int k, int lda, const Left *a, const Right *b, Result *c) {
  const int steps = 128 / sizeof(Right);
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n * 8) {
    Result sum = 0;
    for (int r = 0; r < k; ++r)
      for (int s = 0; s < steps; ++s)
        sum += (Result)a[i * lda + r * steps + s] *
               (Result)b[((j / 8 * k + r) * 8 + j % 8) * steps + s];
    c[i * (n * 8) + j] = sum;
  }
}

template <typename Array>
Array *small(unsigned state) {
  const HostArray<Array> values(Elements);
  for (size_t i = 0; i < Elements; ++i) {
    state = state * 1664525 + 1013904223;
    values.elements[i] = Array(int(state >> 16) % 9 - (Array(-1) < Array(0) ? 4 : 0));
  }
  return values.upload();
}

int main() {
  Left *a = small<Left>(3);
  Right *b = small<Right>(7);
  Result *c = small<Result>(1);
  const dim3 threads(16, 16);
  runs<<<dim3(19, 9), threads>>>(139, 19, 7, a, b, c);
  printArray(c);
  runs<<<dim3(1, 1), threads>>>(3, 1, 1, a + 16, b, c);
  runs<<<dim3(3, 9), threads>>>(139, 3, 3, a + 1, b, c);
  rows<<<dim3(11, 5), threads>>>(75, 21, 3, 400, a, b, c);
  printArray(c);
}
