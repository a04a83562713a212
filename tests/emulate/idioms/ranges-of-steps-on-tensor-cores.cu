// RUN: %same rewritten 'tensorize<mma;32;64>' --arch=sm_90a
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<mma;64;64>' --arch=sm_80 --numerics=fp16
// RUN: env FLAGS=-DHALF %same rewritten 'tensorize<wgmma;64;64>' --arch=sm_90a --numerics=fp16
// Triangular and banded factors on the tensor cores. What the original never reads is NaN or
// infinite, and some of what it reads is, too: neither may reach an element that has no such step,
// and a -0 that nothing is added to stays one. Halves are small whole numbers, whose sums are
// exact.
#include "program.h"
#include <cmath>
#include <cuda_fp16.h>
#include <vector>

#ifdef HALF
using Element = __half;
using Sum = float;
#else
using Element = double;
using Sum = double;
#endif

constexpr int Pitch = 200; // of A, and a multiple of vectors

__global__ void trmm(int m, int n, const Element *a, const Element *b, Sum *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    Sum sum = b[i * n + j];
    for (int k = i + 1; k < m; k++)
      sum += (Sum)a[k * Pitch + i] * (Sum)b[k * n + j];
    c[i * n + j] = sum;
  }
}

__global__ void fromOld(int m, int n, int p, const Element *a, const Element *b, Sum *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    Sum sum = c[i * n + j];
    for (int k = max(0, i - 30); k < p && k < j + 30; k++)
      sum += (Sum)a[i * Pitch + k] * (Sum)b[j * p + k];
    c[i * n + j] = sum;
  }
}

__global__ void batchFromColumn(int m, int n, int p, const Element *a, const Element *b, Sum *c) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n && blockIdx.z < 2) {
    Sum sum = 0;
    for (int k = j; k < p; ++k)
      sum += (Sum)a[(blockIdx.z * m + i) * Pitch + k] * (Sum)b[k * n + j];
    c[(blockIdx.z * m + i) * n + j] = sum;
  }
}

/// An array in rows `pitch` apart, of which all elements are replaced where `isRead` is false for
/// their row and column, by numbers or by what is none; of the others `special` is infinite.
/// Nothing behind row `rows` is left.
template <typename IsRead>
Element *operand(unsigned seed, int rows, int pitch, int special, IsRead isRead,
                 bool byNumbers = false) {
  std::vector<Element> values(Elements);
  Element *const random = randomArray<Element>(seed);
  cudaMemcpy(values.data(), random, Elements * sizeof(Element), cudaMemcpyDeviceToHost);
  cudaFree(random);
  size_t end = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < pitch; ++column) {
      Element &value = values[row * pitch + column];
#ifdef HALF
      value = Element(std::ceil(3 * std::fabs(float(value))) * ((row + column) % 2 ? 1 : -1));
#endif
      if (isRead(row, column))
        end = row * pitch + column + 1;
      else
        value = Element(byNumbers ? 9.0f : (row + column) % 3 ? NAN : INFINITY);
    }
  if (special >= 0)
    values[special] = Element(INFINITY);
  Element *array = nullptr;
  end = (end + 7) / 8 * 8; // of whole vectors
  cudaMalloc(&array, end * sizeof(Element));
  cudaMemcpy(array, values.data(), end * sizeof(Element), cudaMemcpyHostToDevice);
  return array;
}

int main() {
  // Not multiples of a tile, with whole k-tiles between the ends of ranges.
  const int m = 136, n = 72, p = 136, q = 120, part = 20000; // of C
  // Some sums start from -0, and have no step.
  std::vector<Sum> old(Elements, sizeof(Sum) == 8 ? Sum(-0.0) : Sum(3));
  Sum *c = nullptr;
  cudaMalloc(&c, Elements * sizeof(Sum));
  cudaMemcpy(c, old.data(), Elements * sizeof(Sum), cudaMemcpyHostToDevice);
  const dim3 grid(3, 17, 2), flat(3, 17), block(32, 8);
  const auto all = [](int, int) { return true; };
  fromOld<<<flat, block>>>(
      m, n, q,
      operand(17, m, Pitch, -1, [=](int i, int k) { return k >= i - 30 && k < q && k < n + 29; }),
      operand(23, n, q, 11 * q + 38, [](int j, int k) { return k < j + 30; }), c);
  trmm<<<flat, block>>>(m, n,
                        operand(
                            9, m, Pitch, -1, [](int k, int i) { return k > i; }, true),
                        operand(3, m, n, 50 * n + 40, all), c + part);
  batchFromColumn<<<grid, block>>>(
      m, n, p, operand(11, 2 * m, Pitch, 60 * Pitch + 30, [=](int, int k) { return k < p; }),
      operand(13, p, n, -1, [](int k, int j) { return k >= j; }), c + 2 * part);
  printArray(c);
}
