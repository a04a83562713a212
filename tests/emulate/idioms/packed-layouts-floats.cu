// RUN: %same rewritten tile --arch=sm_90a
// RUN: sed -n 's/.*::kernel<[a-zA-Z]*_rewritten::code_[0-9a-f]*::\([a-z:]*\)Problem.*/rewritten::\1kernel/p' %t.trace | uniq -c | FileCheck %s
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten tile --arch=sm_80 --device-headers
// RUN: env MULTIPROCESSORS=1 %same rewritten tile --arch=sm_90a
// Products of FP32 matrices in packed layouts, which copy warps read as they lie: runs of 16 to 512
// bytes, along k and across it, blocks of blocks, plain matrices beside them; results in runs, and
// such that are scaled and added to what there was. Sizes are odd numbers of digits, and no
// multiples of a tile. Every bit is the original's, also of steps whose order is not that in
// memory. Arrays that are not aligned are copied in single elements.
#include "program.h"
#include <cuda_fp16.h>

// CHECK: 23 rewritten::kernel
// CHECK-NOT: rewritten
#define OUTPUT(rows, columns)                                                                      \
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;        \
  if (i >= (rows) || j >= (columns))                                                               \
    return;                                                                                        \
  float sum = 0
#define PRODUCT(left, right) sum += a[left] * b[right]

// [k/16][m][16] * [n/16][k][16] = [n/16][m][16], in whole numbers of runs each.
__global__ void runs(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m, n * 16);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 16; ++s)
      PRODUCT((r * m + i) * 16 + s, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}

// [m/16][k/16][16][16] * [k/16][n/16][16][16] = [m/16][n/16][16][16], scaled, and what there was.
__global__ void blocks(int m, int n, int k, float alpha, float beta, const float *a, const float *b,
                       float *c) {
  OUTPUT(m * 16, n * 16);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 16; ++s)
      PRODUCT(((i / 16 * k + r) * 16 + i % 16) * 16 + s, ((r * n + j / 16) * 16 + s) * 16 + j % 16);
  const int to = ((i / 16 * n + j / 16) * 16 + i % 16) * 16 + j % 16;
  c[to] = alpha * sum + beta * c[to];
}

// A plain matrix, whose rows are not adjacent.
__global__ void plainLeft(int m, int n, int k, int lda, const float *a, const float *b,
                          const float *bias, float *c) {
  OUTPUT(m, n * 32);
  for (int s = 0; s < k; ++s)
    PRODUCT(i * lda + s, (j / 32 * k + s) * 32 + j % 32);
  sum += bias[j];
  c[i * (n * 32) + j] = sum > 0 ? sum : 0;
}

// Rows of A side by side, in blocks of 16 steps; steps of B in runs of 8.
__global__ void turned(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m * 32, n);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 2; ++s)
      for (int t = 0; t < 8; ++t)
        PRODUCT((((r * m + i / 32) * 2 + s) * 8 + t) * 32 + i % 32, ((r * 2 + s) * n + j) * 8 + t);
  c[i * n + j] += sum;
}

// Runs that are longer than a k-tile, and sums that begin with what there was.
__global__ void longRuns(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m, n * 128);
  sum = c[(j / 128 * m + i) * 128 + j % 128];
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 128; ++s)
      PRODUCT((r * m + i) * 128 + s, (j / 128 * (k * 128) + r * 128 + s) * 128 + j % 128);
  c[(j / 128 * m + i) * 128 + j % 128] = sum;
}

// Runs of 16 bytes everywhere, and blocks of lines that no tile is a multiple of.
__global__ void shortRuns(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m * 24, n * 4);
  for (int r = 0; r < k; ++r)
    for (int s = 0; s < 4; ++s)
      PRODUCT(((i / 24 * k + r) * 24 + i % 24) * 4 + s, ((j / 4 * k + r) * 4 + s) * 4 + j % 4);
  c[(j / 4 * (m * 24) + i) * 4 + j % 4] = sum;
}

// Results in half, and sizes that the source has.
__global__ void halves(const float *a, const float *b, __half *c) {
  OUTPUT(77, 80);
  for (int r = 0; r < 5; ++r)
    for (int s = 0; s < 16; ++s)
      PRODUCT((r * 77 + i) * 16 + s, ((j / 16 * 5 + r) * 16 + s) * 16 + j % 16);
  c[(j / 16 * 77 + i) * 16 + j % 16] = (__half)sum;
}

// Loops in the other order.
__global__ void inside(int m, int n, int k, const float *a, const float *b, float *c) {
  OUTPUT(m, 16 * n);
  for (int s = 0; s < 16; ++s)
    for (int r = 0; r < k; ++r)
      PRODUCT((r * m + i) * 16 + s, ((j / 16 * k + r) * 16 + s) * 16 + j % 16);
  c[(j / 16 * m + i) * 16 + j % 16] = sum;
}

int main() {
  float *a = randomArray<float>(17), *b = randomArray<float>(5), *c = randomArray<float>(11);
  const dim3 threads(16, 16);
  runs<<<dim3(17, 10), threads>>>(147, 17, 7, a, b, c);
  printArray(c);
  runs<<<dim3(3, 1), threads>>>(5, 3, 1, a + 8, b + 16, c);
  blocks<<<dim3(13, 9), threads>>>(9, 13, 5, 1.5f, -0.75f, a, b, c);
  blocks<<<dim3(5, 3), threads>>>(3, 5, 11, 1.5f, -0.75f, a, b, c + 4);
  printArray(c);
  plainLeft<<<dim3(10, 9), threads>>>(139, 5, 75, 88, a, b, b, c);
  printArray(c);
  turned<<<dim3(5, 14), threads>>>(7, 75, 5, a, b, c);
  printArray(c);
  longRuns<<<dim3(16, 9), threads>>>(131, 2, 3, a, b, c);
  printArray(c);
  shortRuns<<<dim3(7, 8), threads>>>(5, 27, 11, a, b, c);
  printArray(c);
  inside<<<dim3(5, 9), threads>>>(133, 5, 7, a, b, c);
  printArray(c);
  __half *d = randomArray<__half>(3);
  halves<<<dim3(5, 5), threads>>>(a, b, d);
  printArray(d);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a + 1, b, c);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a, b + 1, c);
  runs<<<dim3(3, 9), threads>>>(137, 3, 5, a, b, c + 1);
  printArray(c);
  // Plain rows of 75 elements in runs of four and three.
  plainLeft<<<dim3(10, 9), threads>>>(139, 5, 75, 77, a, b, b, c);
  turned<<<dim3(4, 14), threads>>>(7, 64, 5, a, b, c + 3);
  printArray(c);
  // On one multiprocessor, each in one of the largest tiles.
  runs<<<dim3(16, 8), threads>>>(125, 16, 3, a, b, c);
  printArray(c);
  runs<<<dim3(16, 8), threads>>>(125, 16, 3, a + 1, b, c);
  runs<<<dim3(8, 8), threads>>>(125, 8, 3, a, b, c + 125 * 256);
  printArray(c);
  blocks<<<dim3(16, 8), threads>>>(8, 16, 3, 0.5f, 3, a, b, c);
  blocks<<<dim3(8, 8), threads>>>(8, 8, 3, 0.5f, 3, a, b, c + 128 * 256);
  printArray(c);
  turned<<<dim3(16, 8), threads>>>(4, 250, 3, a, b, c);
  turned<<<dim3(16, 8), threads>>>(4, 250, 3, a, b + 2, c + 128 * 256);
  longRuns<<<dim3(16, 8), threads>>>(125, 2, 1, a, b, c + 2 * 128 * 256);
  printArray(c);
}
