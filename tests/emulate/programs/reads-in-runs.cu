// RUN: %same rewritten 'tensorize<mma;64;64>' --numerics=fp16 --arch=sm_80
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'tensorize<mma;64;64>' --numerics=fp16 --arch=sm_80 --device-headers
// RUN: %same rewritten 'tile,tensorize<wmma>' --numerics=fp16 --arch=sm_80
// RUN: env FLAGS=-I%suite/../runtime/include %same rewritten 'tile,tensorize<wmma>' --numerics=fp16 --arch=sm_80 --device-headers
// RUN: env FLAGS='-DELEMENT=double -DSUM=double' %same rewritten 'tensorize<mma;64;64>' --arch=sm_90a
// RUN: env FLAGS=-DELEMENT=float %same rewritten 'tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a
// RUN: env FLAGS='-DELEMENT=float -I%suite/../runtime/include' %same rewritten 'tile,pipeline<stages=3>,warp-specialize<dma=4>' --arch=sm_90a --device-headers
// RUN: env FLAGS=-DELEMENT=float %same rewritten 'tile<32;32;16;4;4>'
// RUN: env FLAGS='-DELEMENT=float -I%suite/../runtime/include' %same rewritten 'tile<32;32;16;4;4>' --device-headers
// What results read besides their sums where threads make several neighbours of a row: values of a
// column, and matrices that lie as C does, in runs that are aligned and in others, and at edges. A
// triangle reads only what it stores. Operands are small whole numbers, whose sums are exact, so
// that every bit is the original's.
#include "whole-numbers.h"
#include <cuda_fp16.h>
#ifndef ELEMENT
#define ELEMENT __half
#endif
#ifndef SUM
#define SUM float
#endif

constexpr int Most = 170 * 170, Products = 2;

#define PLACE                                                                                      \
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y
#define ADD(start, columnOfB)                                                                      \
  SUM sum = start;                                                                                 \
  for (int l = 0; l < k; ++l)                                                                      \
    sum += (SUM)a[i * k + l] * (SUM)b[columnOfB];

__global__ void by_column(int m, int n, int k, const ELEMENT *a, const ELEMENT *b,
                          const ELEMENT *bias, ELEMENT *c, int ldc) {
  PLACE;
  if (i < m && j < n) {
    ADD((SUM)bias[j], j * k + l)
    c[i * ldc + j] = (ELEMENT)(sum > 0 ? sum : 0);
  }
}

/// Values of several types, of every second row and backwards, B across k.
__global__ void by_both(int m, int n, int k, const ELEMENT *a, const ELEMENT *b,
                        const double *ofRow, const signed char *signs, const float *scales,
                        const __half *ofColumn, ELEMENT *c, int ldc) {
  PLACE;
  if (i < m && j < n) {
    ADD(0, l * n + j)
    c[i * ldc + j] = (ELEMENT)(sum * (SUM)signs[n - 1 - j] + (SUM)ofRow[2 * i] +
                               scales[j] * __half2float(ofColumn[j]));
  }
}

__global__ void added(int m, int n, int k, const ELEMENT *a, const ELEMENT *b, const ELEMENT *r,
                      int ldr, ELEMENT *c, int ldc) {
  PLACE;
  if (i < m && j < n) {
    ADD(0, j * k + l)
    c[i * ldc + j] = (ELEMENT)(sum + (SUM)r[i * ldr + j]);
  }
}

/// A matrix, the old element, another matrix whose elements are longer, a row and a column.
__global__ void all(int m, int n, int k, const ELEMENT *a, const ELEMENT *b, const ELEMENT *r,
                    int ldr, const double *wide, const float *ofRow, const float *ofColumn,
                    ELEMENT *c, int ldc) {
  PLACE;
  if (i < m && j < n) {
    ADD(0, j * k + l)
    c[i * ldc + j] = (ELEMENT)(sum + 2 * (SUM)r[i * ldr + j] - (SUM)c[i * ldc + j] +
                               (SUM)wide[i * n + j] + ofRow[i] * ofColumn[j]);
  }
}

/// Without a bias there is none to read.
__global__ void perhaps(int m, int n, int k, const ELEMENT *a, const ELEMENT *b, int biased,
                        const ELEMENT *bias, ELEMENT *c, int ldc) {
  PLACE;
  if (i < m && j < n) {
    ADD(0, j * k + l)
    c[i * ldc + j] = (ELEMENT)(sum + (biased ? (SUM)bias[j] : (SUM)0));
  }
}

__global__ void below(int n, int k, const ELEMENT *a, const ELEMENT *b, const ELEMENT *r, int ldr,
                      const ELEMENT *bias, ELEMENT *c, int ldc) {
  PLACE;
  if (i < n && j < n && j <= i) {
    ADD(0, j * k + l)
    c[i * ldc + j] = (ELEMENT)(sum + (SUM)r[i * ldr + j] - (SUM)bias[j]);
  }
}

__global__ void batched(int m, int n, int k, const ELEMENT *a, const ELEMENT *b, const ELEMENT *r,
                        long strideR, int ldr, const float *bias, ELEMENT *c, long strideC,
                        int ldc) {
  PLACE;
  int p = blockIdx.z;
  if (i < m && j < n) {
    SUM sum = 0;
    for (int l = 0; l < k; ++l)
      sum += (SUM)a[(p * m + i) * k + l] * (SUM)b[(p * n + j) * k + l];
    c[p * strideC + i * ldc + j] =
        (ELEMENT)(sum + (SUM)r[p * strideR + i * ldr + j] + bias[p * n + j]);
  }
}

int main() {
  ELEMENT *const a = wholeNumbers<ELEMENT>(Products * Most, 1);
  ELEMENT *const b = wholeNumbers<ELEMENT>(Products * Most, 2);
  ELEMENT *const r = wholeNumbers<ELEMENT>(Products * Most, 3);
  const ELEMENT *const bias = wholeNumbers<ELEMENT>(Most, 4);
  const float *const floats = wholeNumbers<float>(Most, 5);
  const double *const doubles = wholeNumbers<double>(Most, 6);
  const signed char *const signs = wholeNumbers<signed char>(Most, 7);
  const __half *const halves = wholeNumbers<__half>(Most, 8);
  // C and the matrix begin, and have rows, of whole 16 bytes or of single elements.
  for (const int odd : {0, 1, 2, 3}) {
    const int oddC = odd % 2, oddR = odd / 2, m = 129 + odd, n = 136, k = odd % 2 ? 16 : 40;
    const int ldc = n + 8 + oddC, ldr = n + 16 + oddR;
    const dim3 threads(16, 16), blocks((n + 15) / 16, (m + 15) / 16);
    ELEMENT *const c = wholeNumbers<ELEMENT>(Products * Most, 9);
    const auto show = [&](const char *name) { print(name, c, Products * Most); };
    by_column<<<blocks, threads>>>(m, n, k, a, b, bias + 3, c + oddC, ldc);
    show("by column");
    by_both<<<blocks, threads>>>(m, n, k, a, b, doubles + 1, signs + 5, floats + 7, halves + 1,
                                 c + oddC, ldc);
    show("by both");
    added<<<blocks, threads>>>(m, n, k, a, b, r + oddR, ldr, c + oddC, ldc);
    show("added");
    all<<<blocks, threads>>>(m, n, k, a, b, r + oddR, ldr, doubles, floats + 1, floats + 9,
                             c + oddC, ldc);
    show("all");
    perhaps<<<blocks, threads>>>(m, n, k, a, b, oddC, oddC ? bias : nullptr, c, ldc);
    show("perhaps");
    below<<<blocks, threads>>>(m, k, a, b, r + oddR, ldr, bias, c + oddC, ldc);
    show("below");
    batched<<<dim3(5, 5, Products), threads>>>(65, 72, k, a, b, r + oddR, odd ? 66 * ldr : 0, ldr,
                                               floats + 3, c + oddC, 65 * ldc + 8 * oddC, ldc);
    show("batched");
    cudaFree(c);
  }
}
