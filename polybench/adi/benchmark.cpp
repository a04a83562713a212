// ADI: TSTEPS alternating sweeps along the rows and the columns of X; A, B and X are N x N.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/RunningError.h"
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { TSTEPS, N };
enum Buffer { A, B, X };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto i = static_cast<double>(index[0]);
  const auto j = static_cast<double>(index[1]);
  switch (buffer) {
  case A:
    return ((i - 1) * (j + 4) + 2) / sizes[N];
  case B:
    return ((i + 3) * (j + 7) + 3) / sizes[N];
  default:
    return (i * (j + 1) + 1) / sizes[N];
  }
}

/// B is divided by at every step and replaced by B - A^2 / (its neighbour). It is large beside A,
/// and its sign changes from element to element, so that it only grows: slowly enough for any
/// number of timed launches, while X becomes smaller.
double dominant(int buffer, std::span<const std::size_t> index, double least, double drawn) {
  if (buffer != B)
    return drawn;
  return ((index[0] + index[1]) % 2 == 0 ? 1 : -1) * (least + std::fabs(drawn));
}

double randomInput(const Sizes & /*sizes*/, int buffer, std::span<const std::size_t> index,
                   double drawn) {
  return dominant(buffer, index, 3, drawn);
}

double integerInput(const Sizes & /*sizes*/, int buffer, std::span<const std::size_t> index,
                    double drawn) {
  return dominant(buffer, index, 9, drawn);
}

/// The sweep of kernels 1 and 4 along the elements at, at + stride, ...
template <typename Array>
void eliminate(const Array &a, Array &b, Array &x, std::size_t at, std::size_t stride,
               std::size_t n) {
  for (std::size_t step = 1; step < n; ++step) {
    const std::size_t before = at;
    at += stride;
    x[at] = x[at] - x[before] * a[at] / b[before];
    b[at] = b[at] - a[at] * a[at] / b[before];
  }
  x[at] = x[at] / b[at];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  return withRunningError(problem.type, [&](auto zero) {
    using Format = decltype(zero)::Format;
    const auto a = exactValues<Format>(problem.arrays[A]);
    auto b = exactValues<Format>(problem.arrays[B]);
    auto x = exactValues<Format>(problem.arrays[X]);
    const std::size_t n = problem.sizes[N];
    for (int step = 0; step < problem.sizes[TSTEPS]; ++step) {
      parallelFor(n, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
          eliminate(a, b, x, row * n, 1, n);
          for (std::size_t at = row * n + n - 2; at > row * n && n > 1; --at)
            x[at] = (x[at] - x[at - 1] * a[at - 1]) / b[at - 1];
        }
      });
      parallelFor(n, 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t column = begin; column < end; ++column) {
          eliminate(a, b, x, column, n, n);
          // Unlike along rows, the divisor is the element's own, as upstream.
          for (std::size_t row = n - 1; row-- > 1;) {
            const std::size_t at = row * n + column;
            x[at] = (x[at] - x[at - n] * a[at - n]) / b[at];
          }
        }
      });
    }
    std::vector<OutputReference> references;
    references.push_back(boundedReference(B, b));
    references.push_back(boundedReference(X, x));
    return references;
  });
}

/// Both sweeps of a step: 3 + 3 operations an element forwards, 3 backwards.
double operations(const Sizes &sizes) {
  return 18.0 * sizes[TSTEPS] * sizes[N] * sizes[N];
}

} // namespace

const Benchmark &adi() {
  static const Benchmark Descriptor = {
      .name = "adi",
      .summary = "TSTEPS alternating sweeps along the rows and columns of X",
      .dimensions = {"TSTEPS", "N"},
      .datasets = {{"MINI", {1, 256}},
                   {"SMALL", {1, 512}},
                   {"STANDARD", {1, 1024}},
                   {"LARGE", {1, 2048}},
                   {"EXTRALARGE", {1, 4096}}},
      .emulatorSizes = {{2, 33}, {1, 77}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {N, N}},
                  {"B", BufferRole::InputOutput, BufferElement::Data, {N, N}},
                  {"X", BufferRole::InputOutput, BufferElement::Data, {N, N}}},
      .baseline = {},
      .classicInput = classicInput,
      .randomInput = randomInput,
      .integerInput = integerInput,
      .reference = reference,
      .operations = operations,
      .sizesByDefault = {1, 0},
      .classicThreshold = 2.5,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
