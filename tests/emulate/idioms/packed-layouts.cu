// RUN: %same rewritten 'tensorize<wgmma;packed;128;128>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-DTYPE=__nv_bfloat16 %same rewritten 'tensorize<wgmma;packed;64;64>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=bf16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: %same rewritten 'auto<tiles=2>' --arch=sm_90a --numerics=fp16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// Products of matrices in packed layouts, which TMA copies in boxes with a dimension for each
// digit: runs of 16 to 256 bytes, along k and across it, blocks of blocks, plain matrices beside
// them; results in runs, results that are added to what there was, and a bias. Sizes are odd
// numbers of digits, and no multiples of a tile. Elements are small whole numbers, whose sums are
// exact. Arrays that are not aligned are gathered.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifndef TYPE
#define TYPE __half
#endif
using Element = TYPE;

// CHECK: 11 rewritten::kernel
// CHECK-NEXT: 3 rewritten::otherwise::kernel
// CHECK-NEXT: 1 rewritten::kernel
// CHECK-NOT: rewritten
#define OUTPUT(rows, columns)                                                                      \
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;        \
  if (i >= (rows) || j >= (columns))                                                               \
    return;                                                                                        \
  float sum = 0
#define PRODUCT(left, right) sum += (float)a[left] * (float)b[right]

// [k/16][m][16] * [n/16][k][16] = [n/16][m][16], in whole numbers of runs each.
__global__ void runs(int m, int n, int k, const Element *a, const Element *b, float *c) {
  OUTPUT(m, n * 16);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 16; ++s)
      PRODUCT((r * m + i) * 16 + s, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}

// A plain matrix, whose rows are not adjacent.
__global__ void plainLeft(int m, int n, int k, int lda, const Element *a, const Element *b,
                          const float *bias, Element *c) {
  OUTPUT(m, n * 32);
  for (int s = 0; s < k; ++s)
    PRODUCT(i * lda + s, (j / 32 * k + s) * 32 + j % 32);
  sum += bias[j];
  c[i * (n * 32) + j] = (Element)(sum > 0 ? sum : 0);
}

// Blocks of 64 x 64 elements behind each other, and a plain matrix with its steps along columns.
__global__ void blocks(int m, int n, int k, int ldb, const Element *a, const Element *b,
                       Element *c) {
  OUTPUT(m * 64, n * 32);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 64; ++s)
      PRODUCT(((i / 64 * k + r) * 64 + i % 64) * 64 + s, (r * 64 + s) * ldb + j);
  c[(j / 32 * (m * 64) + i) * 32 + j % 32] = (Element)sum;
}

// Rows of A side by side, in blocks of 16 steps; steps of B in runs of 8.
__global__ void turned(int m, int n, int k, const Element *a, const Element *b, float *c) {
  OUTPUT(m * 32, n);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 2; ++s)
      for (int t = 0; t < 8; ++t)
        PRODUCT((((r * m + i / 32) * 2 + s) * 8 + t) * 32 + i % 32, ((r * 2 + s) * n + j) * 8 + t);
  c[i * n + j] += sum;
}

// Runs that are longer than a row of the tile, and results that are added to what there was.
__global__ void longRuns(int m, int n, int k, const Element *a, const Element *b, float *c) {
  OUTPUT(m, n * 128);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 128; ++s)
      PRODUCT((r * m + i) * 128 + s, (j / 128 * (k * 128) + r * 128 + s) * 128 + j % 128);
  c[(j / 128 * m + i) * 128 + j % 128] += sum;
}

// Runs of 16 bytes everywhere.
__global__ void shortRuns(int m, int n, int k, const Element *a, const Element *b, Element *c) {
  OUTPUT(m, n * 8);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 8; ++s)
      PRODUCT((r * m + i) * 8 + s, ((j / 8 * k + r) * 8 + s) * 8 + j % 8);
  c[(j / 8 * m + i) * 8 + j % 8] = (Element)((float)c[(j / 8 * m + i) * 8 + j % 8] + 2 * sum);
}

// Rows at two distances, and steps along the whole of a row.
__global__ void groups(int m, int n, int k, int further, const Element *a, const Element *b,
                       float *c) {
  OUTPUT(m * 16, n * 16);
  for (int s = 0; s < k; ++s)
    PRODUCT(i / 16 * further + i % 16 * k + s, (j / 16 * k + s) * 16 + j % 16);
  c[((i / 16 * n + j / 16) * 16 + i % 16) * 16 + j % 16] = sum;
}

// Loops in the other order, and neighbours of C that lie in the rows of threads.
__global__ void inside(int m, int n, int k, const Element *a, const Element *b, float *c) {
  OUTPUT(m, 16 * n);
  for (int s = 0; s < 16; ++s)
    for (int r = 0; r < k; ++r)
      PRODUCT((r * m + i) * 16 + s, ((j % n * k + r) * 16 + s) * 16 + j / n);
  c[(j % n * m + i) * 16 + j / n] = sum;
}

int main() {
  Element *a = wholeNumbers<Element>(Elements, 17), *b = wholeNumbers<Element>(Elements, 5);
  float *c = wholeNumbers<float>(Elements, 11);
  Element *d = wholeNumbers<Element>(Elements, 12);
  const dim3 threads(16, 16);
  runs<<<dim3(17, 10), threads>>>(147, 17, 7, a, b, c);
  printArray(c);
  runs<<<dim3(3, 1), threads>>>(5, 3, 1, a + 8, b + 16, c);
  plainLeft<<<dim3(10, 9), threads>>>(139, 5, 75, 88, a, b, c, d);
  printArray(d);
  blocks<<<dim3(6, 12), threads>>>(3, 3, 3, 104, a, b, d);
  printArray(d);
  turned<<<dim3(5, 14), threads>>>(7, 75, 5, a, b, c);
  longRuns<<<dim3(16, 9), threads>>>(131, 2, 6, a, b, c);
  printArray(c);
  shortRuns<<<dim3(14, 10), threads>>>(149, 27, 11, a, b, d);
  shortRuns<<<dim3(14, 10), threads>>>(149, 27, 1, a, b, d);
  printArray(d);
  groups<<<dim3(7, 11), threads>>>(11, 7, 88, 16 * 88 + 8, a, b, c);
  groups<<<dim3(1, 1), threads>>>(1, 1, 72, 0, a, b, c);
  printArray(c);
  inside<<<dim3(5, 9), threads>>>(133, 5, 7, a, b, c);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a + 1, b, c);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a, b + 1, c);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a, b, c + 1);
  printArray(c);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a, b, c);
  printArray(c);
}
