// RUN: env "FLAGS=-DAPART" MULTIPROCESSORS=3 %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=tf32
// RUN: env "FLAGS=-DAPART -DINT8" %same rewritten 'tensorize<wgmma;128;64>' --arch=sm_90a
// RUN: env FLAGS=-DBFLOAT %same rewritten 'tensorize<mma;64;64>' --arch=sm_80 --numerics=bf16
// RUN: env MULTIPROCESSORS=3 %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=tf32
// RUN: env FLAGS=-DINT8 MULTIPROCESSORS=2 %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a
// RUN: env "FLAGS=-DBFLOAT" MULTIPROCESSORS=4 %same rewritten 'tensorize<wgmma;128;128>' --arch=sm_90a --numerics=bf16
// Triangular and banded factors of every type of the tensor cores: blocks take several tiles, of
// which some have no steps. What the original never reads is no number, or a large one. Elements
// are small whole numbers, whose sums are exact. Tiles are gathered where elements of B are apart,
// and TMA copies them else.
#include "program.h"
#include <cmath>
#include <cuda_bf16.h>
#include <vector>

#if defined(INT8)
using Element = signed char;
using Sum = int;
#elif defined(BFLOAT)
using Element = __nv_bfloat16;
using Sum = float;
#else
using Element = float;
using Sum = float;
#endif

#ifdef APART
#define PLACE(index) ((index) * 2)
constexpr int Apart = 2;
#else
#define PLACE(index) (index)
constexpr int Apart = 1;
#endif

#define INDICES                                                                                    \
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;  \
  if (i >= m || j >= n)                                                                            \
  return

// Rows behind the last step have none.
__global__ void upper(int m, int n, int p, int lda, const Element *a, const Element *b, Sum *c) {
  INDICES;
  Sum sum = 0;
  for (int k = i; k < p; ++k)
    sum += (Sum)a[i * lda + k] * (Sum)b[PLACE(k * n + j)];
  c[i * n + j] = sum;
}

// Rows of A are aligned or not, B's are along k.
__global__ void lower(int m, int n, int p, int lda, const Element *a, const Element *b, Sum *c) {
  INDICES;
  Sum sum = 0;
  for (int k = 0; k < p && k <= i; ++k)
    sum += (Sum)a[i * lda + k] * (Sum)b[PLACE(j * lda + k)];
  c[i * n + j] = sum + 1;
}

// Both are triangular.
__global__ void product(int m, int n, int p, int lda, const Element *a, const Element *b, Sum *c) {
  INDICES;
  Sum sum = 0;
  for (int k = 0; k < p; ++k)
    if (k > i && k >= j)
      sum += (Sum)a[k * lda + i] * (Sum)b[PLACE(k * n + j)];
  c[i * n + j] += sum;
}

// A band, of matrices whose number is divided, and which are stored in another order.
__global__ void band(int m, int n, int p, int lda, int width, int heads, const Element *a,
                     const Element *b, Sum *c) {
  INDICES;
  const int number = blockIdx.z, head = number % heads, one = number / heads;
  Sum sum = 0;
  for (int k = max(0, i - width); k <= i + width && k < p; ++k)
    sum += (Sum)a[(number * m + i) * lda + k] * (Sum)b[PLACE((number * p + k) * n + j)];
  c[((head * (gridDim.z / heads) + one) * m + i) * n + j] = sum;
}

/// An array in rows `pitch` apart, of which all elements are replaced where `isRead` is false for
/// their row and column. Nothing behind the last that is read is left. Elements are `apart`.
template <typename IsRead>
Element *operand(unsigned seed, int rows, int pitch, IsRead isRead, int apart = 1) {
  std::vector<Element> values(rows * pitch * apart, Element(77));
  size_t end = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < pitch; ++column) {
      seed = seed * 1664525 + 1013904223;
      const bool wanted = isRead(row, column);
      Element &value = values[(row * pitch + column) * apart];
      value = Element(wanted ? (int)(seed >> 28) - 8 : 99);
      if (wanted)
        end = (row * pitch + column) * apart + 1;
#ifndef INT8
      if (!wanted)
        value = Element((row + column) % 3 ? NAN : INFINITY);
#endif
    }
  Element *array = nullptr;
  cudaMalloc(&array, end * sizeof(Element));
  cudaMemcpy(array, values.data(), end * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  const int m = 205, n = 70, p = 144, part = 20000; // of C
  std::vector<Sum> old(Elements, Sum(3));
  Sum *c = nullptr;
  cudaMalloc(&c, Elements * sizeof(Sum));
  cudaMemcpy(c, old.data(), Elements * sizeof(Sum), cudaMemcpyHostToDevice);
  const dim3 grid(3, 26), block(32, 8);
  const auto all = [](int, int) { return true; };
  upper<<<grid, block>>>(m, n, p, 144, operand(17, p, 144, [](int i, int k) { return k >= i; }),
                         operand(23, p, n, all, Apart), c);
  for (const int lda : {144, 145})
    lower<<<grid, block>>>(
        m, n, p, lda, operand(9, m, lda, [=](int i, int k) { return k <= i && k < p; }),
        operand(3, n, lda, [=](int, int k) { return k < p; }, Apart), c + (lda - 143) * part);
  product<<<grid, block>>>(
      m, n, p, 208, operand(5, p, 208, [=](int k, int i) { return k > i && i < m; }),
      operand(7, p, n, [](int k, int j) { return k >= j; }, Apart), c + 3 * part);
  const int width = 20, few = 90;
  band<<<dim3(3, 12, 4), block>>>(few, n, p, 145, width, 2,
                                  operand(11, 4 * few, 145,
                                          [=](int row, int k) {
                                            return k >= row % few - width &&
                                                   k <= row % few + width && k < p;
                                          }),
                                  operand(13, 4 * p, n, all, Apart), c + 4 * part);
  printArray(c);
}
