// 2DCONV: B := A convolved with 3 x 3 coefficients; both are NI x NJ.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/Random.h"
#include "runtime/harness/core/Reference.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ };
enum Buffer { A, B };

/// Of A[i + row - 1][j + column - 1]: the kernel's c11, c21, c31; c12, ...
constexpr double Coefficients[3][3] = {{0.2, 0.5, -0.8}, {-0.3, 0.6, -0.9}, {0.4, 0.7, 0.1}};

/// PolyBench's rand() / RAND_MAX.
double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const std::size_t flat = index[0] * static_cast<std::size_t>(sizes[NJ]) + index[1];
  return std::fabs(RandomSequence(1, static_cast<std::uint32_t>(buffer)).uniform(flat));
}

/// A sum of 9 products with coefficients in the kernel's format; the border stays as it was, NaN.
std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  const std::size_t rows = problem.sizes[NI];
  const std::size_t columns = problem.sizes[NJ];
  const std::vector<double> a = toDouble(problem.arrays[A]);
  std::vector<double> value(a.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<double> magnitude(a.size());
  double coefficients[3][3];
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      coefficients[row][column] = roundScalar(problem.type, Coefficients[row][column]);
  }
  parallelFor(rows, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = std::max<std::size_t>(begin, 1); i < end && i + 1 < rows; ++i) {
      for (std::size_t j = 1; j + 1 < columns; ++j) {
        double sum = 0;
        double size = 0;
        for (std::size_t row = 0; row < 3; ++row) {
          for (std::size_t column = 0; column < 3; ++column) {
            const double term =
                coefficients[row][column] * a[(i + row - 1) * columns + (j + column - 1)];
            sum += term;
            size += std::fabs(term);
          }
        }
        value[i * columns + j] = sum;
        magnitude[i * columns + j] = size;
      }
    }
  });
  std::vector<OutputReference> references;
  references.push_back(elementwiseReference(B, 9, std::move(value), std::move(magnitude)));
  return references;
}

double operations(const Sizes &sizes) {
  return 17.0 * std::max(sizes[NI] - 2, 0) * std::max(sizes[NJ] - 2, 0);
}

} // namespace

const Benchmark &conv2d() {
  static const Benchmark Descriptor = {
      .name = "2dconv",
      .summary = "B := A convolved with 3 x 3 coefficients",
      .dimensions = {"NI", "NJ"},
      .datasets = {{"MINI", {1024, 1024}},
                   {"SMALL", {2048, 2048}},
                   {"STANDARD", {4096, 4096}},
                   {"LARGE", {8192, 8192}},
                   {"EXTRALARGE", {16384, 16384}}},
      .emulatorSizes = {{64, 64}, {150, 139}},
      .types = {F32, F64, F16, BF16},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NJ}},
                  {"B", BufferRole::Output, BufferElement::Result, {NI, NJ}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
