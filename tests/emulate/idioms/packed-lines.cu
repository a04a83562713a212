// RUN: %same rewritten 'tensorize<wgmma;packed;128;128>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-DTYPE=__nv_bfloat16 %same rewritten 'tensorize<wgmma;packed;64;64>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=bf16
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'tensorize<wgmma;packed;64;64>|tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16 --device-headers
// Lines of 16 or 32 bytes that are adjacent in memory share rows of shared memory: steps, rows and
// columns, of one operand or both, beside plain matrices and other layouts. Sizes are odd numbers
// of blocks, and no multiples of a tile. Elements are small whole numbers, whose sums are exact.
// Lines that need not be adjacent are copied one by one. Arrays that are not aligned are gathered.
#include "program.h"
#include "whole-numbers.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifndef TYPE
#define TYPE __half
#endif
using Element = TYPE;

// CHECK: 10 rewritten::kernel
// CHECK-NEXT: 2 rewritten::otherwise::kernel
// CHECK-NEXT: 1 rewritten::kernel
// CHECK-NOT: rewritten
#define OUTPUT(rows, columns)                                                                      \
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;        \
  if (i >= (rows) || j >= (columns))                                                               \
    return;                                                                                        \
  float sum = 0
#define PRODUCT(left, right) sum += (float)a[left] * (float)b[right]
#define STEPS                                                                                      \
  for (int r = 0; r < k; ++r)                                                                      \
    for (int s = 0; s < 16; ++s)

// Blocks of 16 x 16 that are not adjacent: [m/16][k/16][16][16] * [k/16][n/16][16][16].
__global__ void blocks(int m, int n, int k, const Element *a, const Element *b, Element *c) {
  OUTPUT(m * 16, n * 16);
  STEPS PRODUCT(((i / 16 * k + r) * 16 + i % 16) * 16 + s,
                ((r * n + j / 16) * 16 + s) * 16 + j % 16);
  c[((i / 16 * n + j / 16) * 16 + i % 16) * 16 + j % 16] = (Element)sum;
}

// Lines of steps in both, of one block after the other in B alone.
__global__ void steps(int m, int n, int k, const Element *a, const Element *b, Element *c) {
  OUTPUT(m * 16, n * 16);
  STEPS PRODUCT(((r * m + i / 16) * 16 + s) * 16 + i % 16,
                ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[i * (n * 16) + j] = (Element)sum;
}

// Plain matrices on the left, with rows along k and across it.
__global__ void rows(int m, int n, int k, int lda, const Element *a, const Element *b, float *c) {
  OUTPUT(m, n * 16);
  STEPS PRODUCT(i * lda + r * 16 + s, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[i * (n * 16) + j] += sum;
}
__global__ void columns(int m, int n, int k, int lda, const Element *a, const Element *b,
                        Element *c) {
  OUTPUT(m, n * 16);
  STEPS PRODUCT((r * 16 + s) * lda + i, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[i * (n * 16) + j] = (Element)sum;
}

// Plain matrices on the right, with lines of rows and of steps in A.
__global__ void linesOfRows(int m, int n, int k, int ldb, const Element *a, const Element *b,
                            Element *c) {
  OUTPUT(m * 16, n);
  STEPS PRODUCT((r * (m * 16) + i) * 16 + s, j * ldb + r * 16 + s);
  c[i * n + j] = (Element)sum;
}
__global__ void linesOfSteps(int m, int n, int k, int ldb, const Element *a, const Element *b,
                             Element *c) {
  OUTPUT(m * 16, n);
  STEPS PRODUCT(((i / 16 * k + r) * 16 + s) * 16 + i % 16, (r * 16 + s) * ldb + j);
  c[i * n + j] = (Element)((float)c[i * n + j] + sum);
}

// Lines of 16 bytes.
__global__ void eights(int m, int n, int k, const Element *a, const Element *b, Element *c) {
  OUTPUT(m * 8, n * 8);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 8; ++s)
      PRODUCT((r * (m * 8) + i) * 8 + s, ((j / 8 * k + r) * 8 + s) * 8 + j % 8);
  c[(j / 8 * (m * 8) + i) * 8 + j % 8] = (Element)sum;
}

// Lines of B that a launch may put apart.
__global__ void apart(int m, int n, int k, int pitch, const Element *a, const Element *b,
                      Element *c) {
  OUTPUT(m * 16, n * 16);
  STEPS PRODUCT((r * (m * 16) + i) * 16 + s,
                j / 16 * (k * 16 * pitch) + (r * 16 + s) * pitch + j % 16);
  c[(j / 16 * (m * 16) + i) * 16 + j % 16] = (Element)sum;
}

int main() {
  Element *a = wholeNumbers<Element>(Elements, 17), *b = wholeNumbers<Element>(Elements, 5);
  float *c = wholeNumbers<float>(Elements, 11);
  Element *d = wholeNumbers<Element>(Elements, 12);
  const dim3 threads(16, 16);
  blocks<<<dim3(13, 11), threads>>>(11, 13, 7, a, b, d);
  printArray(d);
  steps<<<dim3(7, 13), threads>>>(13, 7, 9, a, b, d);
  printArray(d);
  steps<<<dim3(1, 1), threads>>>(1, 1, 1, a, b, d);
  rows<<<dim3(9, 10), threads>>>(147, 9, 5, 88, a, b, c);
  printArray(c);
  columns<<<dim3(11, 9), threads>>>(141, 11, 7, 152, a, b, d);
  printArray(d);
  linesOfRows<<<dim3(9, 11), threads>>>(11, 139, 5, 96, a, b, d);
  printArray(d);
  linesOfSteps<<<dim3(9, 9), threads>>>(9, 137, 7, 144, a, b, d);
  printArray(d);
  eights<<<dim3(9, 10), threads>>>(19, 17, 21, a, b, d);
  printArray(d);
  apart<<<dim3(9, 3), threads>>>(3, 9, 5, 16, a, b, d);
  printArray(d);
  apart<<<dim3(9, 3), threads>>>(3, 9, 5, 24, a, b, d);
  blocks<<<dim3(3, 2), threads>>>(2, 3, 7, a + 1, b, d);
  blocks<<<dim3(3, 2), threads>>>(2, 3, 7, a, b + 1, d);
  blocks<<<dim3(3, 2), threads>>>(2, 3, 7, a, b, d);
  printArray(d);
}
