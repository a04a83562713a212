// TRMM: C := alpha * A' * B; A is M x M, unit lower triangular.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { M, N };
enum Scalar { Alpha };
enum Buffer { A, B, C };

/// As PolyBench fills A and B, but for the triangle that is not read.
double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto row = static_cast<double>(index[0]), column = static_cast<double>(index[1]);
  return buffer == A ? std::fmod(row + column, sizes[M]) / sizes[M]
                     : std::fmod(sizes[N] + row - column, sizes[N]) / sizes[N];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  std::vector<double> triangle = toDouble(problem.arrays[A]);
  const std::vector<double> b = toDouble(problem.arrays[B]);
  const auto size = static_cast<std::size_t>(problem.sizes[M]);
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t column = row; column < size; ++column)
      triangle[row * size + column] = row == column ? 1 : 0;
  std::vector<OutputReference> references;
  references.push_back(productReference(engine, C, problem.scalars[Alpha],
                                        asMatrix(triangle, problem.arrays[A]).transposed(),
                                        asMatrix(b, problem.arrays[B]), 0, nullptr));
  return references;
}

/// Of the products that are added, of which half are left.
double operations(const Sizes &sizes) {
  return 1.0 * sizes[M] * (sizes[M] - 1) * sizes[N];
}

} // namespace

const Benchmark &trmm() {
  static const Benchmark Descriptor = {
      .name = "trmm",
      .summary = "C := alpha*A'*B of a unit lower triangular A",
      .dimensions = {"M", "N"},
      .datasets = {{"MINI", {128, 128}},
                   {"SMALL", {256, 256}},
                   {"STANDARD", {1024, 1024}},
                   {"LARGE", {2048, 2048}},
                   {"EXTRALARGE", {4096, 4096}}},
      .emulatorSizes = {{64, 48}, {45, 77}},
      .types = {F32, F64, F16, BF16},
      .products = {"trmm_kernel"},
      .scalars = {{.name = "alpha", .classic = 1.5, .random = 1.37, .integer = 3}},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {M, M}},
                  {"B", BufferRole::Input, BufferElement::Data, {M, N}},
                  {"C", BufferRole::Output, BufferElement::Result, {M, N}}},
      .baseline = {},
      .triangularProduct =
          TriangularProduct{
              .left = A, .right = B, .output = C, .order = M, .columns = N, .alpha = Alpha},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
