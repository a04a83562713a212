// Runs a product on shapes that are not multiples of any tile, with rows further apart than they
// are long, on random data and poisoned outputs; checks each element against FP64 and writes the
// results to a file.
//
// The file under test defines `product`. Macros say what its matrices are:
//
// - ELEMENT, RESULT: element types of A and B, and of C; 8-bit integers take all values, with runs
//   of the most negative one, and their results are exact modulo 2^32
// - ELEMENT_B: the element type of B, if it differs from A's
// - SCALAR: the type of alpha and beta, here float
// - TRANSPOSED_A, TRANSPOSED_B: A is stored k by m, B n by k
// - COLUMN_MAJOR: C is stored column by column
// - OWN_TRANSPOSE: B is A's transpose: pointer, elements and leading dimension are A's
// - SHAPES: the shapes to run instead of the usual ones
// - ALIGNED: leaves out the run off 16-byte alignment
// - ROUNDOFF: relative error of a product and of each addition, here for FP32
#pragma once
#include "host-array.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#ifndef ELEMENT_B
#define ELEMENT_B ELEMENT
#endif
#ifndef SCALAR
#define SCALAR float
#endif
#ifndef ROUNDOFF
#define ROUNDOFF 0x1p-24
#endif
#ifndef OPERAND_ROUNDOFF
#define OPERAND_ROUNDOFF 0.0
#endif

struct Shape {
  int m, n, k, extraA, extraB, extraC; // elements between the end of a row and the next row
};

// Defined by the file under test: C := alpha * A * B + beta * C, or without alpha and beta.
void product(int m, int n, int k, SCALAR alpha, SCALAR beta, ELEMENT *a, int lda, ELEMENT_B *b,
             int ldb, RESULT *c, int ldc);
extern const bool UsesAlpha, UsesBeta;

namespace driver {

inline uint32_t random(uint32_t &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

template <typename Element>
UNCHECKED void fill(const HostArray<Element> &array, uint32_t seed) {
  Element *const elements = array.elements;
  const size_t count = array.count;
  for (size_t i = 0; i < count; ++i)
    if constexpr (std::is_integral_v<Element>) // sums of -128 * -128, and of 255 * 255
      elements[i] = static_cast<Element>(i / 64 % 4 == 3 ? std::is_signed_v<Element> ? 0x80 : 0xff
                                                         : random(seed) >> 16);
    else
      elements[i] = Element(static_cast<float>(static_cast<int32_t>(random(seed))) * 0x1p-31f);
}

/// A's rows or B's columns in FP64, one after the other: element (line, step) is at line * perLine
/// + step * perStep of the matrix.
template <typename Element>
UNCHECKED void takeLines(const HostArray<double> &all, const HostArray<Element> &matrix, int lines,
                         int steps, size_t perLine, size_t perStep) {
  double *const ofLines = all.elements;
  const Element *const elements = matrix.elements;
  for (int line = 0; line < lines; ++line)
    for (int step = 0; step < steps; ++step)
      ofLines[size_t(line) * steps + step] = double(elements[line * perLine + step * perStep]);
}

struct Sum {
  double sum = 0, magnitude = 0;
};

UNCHECKED inline Sum sumOf(const double *x, const double *y, int steps) {
  Sum all;
  for (int step = 0; step < steps; ++step) {
    all.sum += x[step] * y[step];
    all.magnitude += std::fabs(x[step] * y[step]);
  }
  return all;
}

inline bool run(const Shape &shape, int offset, std::FILE *results) {
  const auto [m, n, k, extraA, extraB, extraC] = shape;
#ifdef TRANSPOSED_A
  const int rowsA = k, lda = m + extraA;
#else
  const int rowsA = m, lda = k + extraA;
#endif
#ifdef TRANSPOSED_B
  const int rowsB = n, ldb = k + extraB;
#else
  const int rowsB = k, ldb = n + extraB;
#endif
#ifdef COLUMN_MAJOR
  const int rowsC = n, ldc = m + extraC;
#else
  const int rowsC = m, ldc = n + extraC;
#endif
  const HostArray<ELEMENT> a(size_t(rowsA) * lda);
  fill(a, 17 + m);
#ifdef OWN_TRANSPOSE
  const auto &b = a;
#else
  const HostArray<ELEMENT_B> b(size_t(rowsB) * ldb);
  fill(b, 5 + n);
#endif
  HostArray<RESULT> before(size_t(rowsC) * ldc), c(before.count);
  fill(before, 11 + k);
  ELEMENT *deviceA = a.upload(offset);
#ifdef OWN_TRANSPOSE
  ELEMENT *deviceB = deviceA;
#else
  ELEMENT_B *deviceB = b.upload(offset);
#endif
  RESULT *deviceC = before.upload(offset);
  constexpr bool Integers = std::is_integral_v<RESULT>;
  const auto alpha = static_cast<SCALAR>(Integers ? 30011 : 0.75f);
  const auto beta = static_cast<SCALAR>(Integers ? -5 : -1.25f);
  product(m, n, k, alpha, beta, deviceA, lda, deviceB, ldb, deviceC, ldc);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::fprintf(stderr, "%dx%dx%d: %s\n", m, n, k, cudaGetErrorString(error));
    return false;
  }
  c.download(deviceC);
  cudaFree(deviceA - offset);
#ifndef OWN_TRANSPOSE
  cudaFree(deviceB - offset);
#endif
  cudaFree(deviceC - offset);
  std::fwrite(c.elements, sizeof(RESULT), c.count, results);

  const HostArray<double> left(size_t(m) * k), right(size_t(n) * k);
#ifdef TRANSPOSED_A
  takeLines(left, a, m, k, 1, lda);
#else
  takeLines(left, a, m, k, lda, 1);
#endif
#ifdef TRANSPOSED_B
  takeLines(right, b, n, k, ldb, 1);
#else
  takeLines(right, b, n, k, 1, ldb);
#endif
  for (int row = 0; row < rowsC; ++row)
    for (int column = 0; column < ldc; ++column) {
      const size_t at = size_t(row) * ldc + column;
#ifdef COLUMN_MAJOR
      const int i = column, j = row;
#else
      const int i = row, j = column;
#endif
      if (i >= m || j >= n) { // between the rows nothing may change
        if (double(c[at]) != double(before[at])) {
          std::fprintf(stderr, "%dx%dx%d: wrote beyond a row of C\n", m, n, k);
          return false;
        }
        continue;
      }
      const auto [sum, magnitude] = sumOf(&left[size_t(i) * k], &right[size_t(j) * k], k);
      if constexpr (Integers) { // below 2^53, but not below 2^31
        const double exact =
            (UsesAlpha ? alpha : 1) * sum + (UsesBeta ? beta * double(before[at]) : 0);
        if (uint32_t(int64_t(double(c[at]))) != uint32_t(int64_t(exact))) {
          std::fprintf(stderr, "%dx%dx%d: C[%d][%d] is %.0f, not %.0f modulo 2^32\n", m, n, k, i, j,
                       double(c[at]), exact);
          return false;
        }
        continue;
      }
      const double scale = UsesAlpha ? alpha : 1, old = UsesBeta ? beta * double(before[at]) : 0;
      const double wanted = scale * sum + old;
      const double bound =
          (k + 8) * double(ROUNDOFF) * (std::fabs(scale) * magnitude + std::fabs(old)) +
          2.02 * double(OPERAND_ROUNDOFF) * std::fabs(scale) * magnitude;
      if (!(std::fabs(double(c[at]) - wanted) <= bound)) {
        std::fprintf(stderr, "%dx%dx%d: C[%d][%d] is %g, not %g (+- %g)\n", m, n, k, i, j,
                     double(c[at]), wanted, bound);
        return false;
      }
    }
  return true;
}

} // namespace driver

int main(int argc, char **argv) {
#ifdef SHAPES
  const Shape shapes[] = {SHAPES};
#else
  const Shape shapes[] = {{1, 1, 1, 0, 0, 0},      {7, 13, 17, 0, 0, 0},   {1, 70, 33, 0, 0, 0},
                          {65, 1, 19, 0, 0, 0},    {5, 6, 3, 2, 1, 4},     {33, 31, 64, 0, 0, 0},
                          {64, 64, 64, 0, 0, 0},   {64, 64, 64, 8, 8, 8},  {129, 67, 40, 0, 0, 0},
                          {16, 136, 48, 8, 0, 16}, {131, 97, 35, 3, 5, 7}, {130, 72, 1, 1, 0, 0},
                          {40, 72, 48, 0, 0, 2},   {80, 144, 100, 4, 4, 4}};
#endif
  std::FILE *results = argc > 1 ? std::fopen(argv[1], "wb") : nullptr;
  if (!results)
    return 2;
  bool passed = true;
  for (const Shape &shape : shapes)
    passed &= driver::run(shape, 0, results);
#ifndef ALIGNED
  // Off 16-byte alignment.
  passed &= driver::run({64, 64, 32, 0, 0, 0}, 1, results);
#endif
  std::fclose(results);
  return passed ? 0 : 1;
}
