// GESUMMV: y := alpha * A * x + beta * B * x; A and B are N x N.
#include "polybench/Suite.h"
#include "polybench/common/MatrixVector.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { N };
enum Scalar { Alpha, Beta };
enum Buffer { A, B, X, Y, Tmp };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto row = static_cast<double>(index[0]);
  return buffer == X ? row / sizes[N] : row * static_cast<double>(index[1]) / sizes[N];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  const std::vector<double> x = toDouble(problem.arrays[X]);
  std::vector<OutputReference> references;
  references.push_back(
      MatrixVectorReference(Tmp, problem.sizes[N]).multiply(1, problem.arrays[A], x).take());
  references.push_back(MatrixVectorReference(Y, problem.sizes[N])
                           .multiply(problem.scalars[Alpha], problem.arrays[A], x)
                           .multiply(problem.scalars[Beta], problem.arrays[B], x)
                           .take());
  return references;
}

double operations(const Sizes &sizes) {
  return 4.0 * sizes[N] * sizes[N] + 3.0 * sizes[N];
}

} // namespace

const Benchmark &gesummv() {
  static const Benchmark Descriptor = {
      .name = "gesummv",
      .summary = "y := alpha*A*x + beta*B*x",
      .dimensions = {"N"},
      .datasets = {{"MINI", {1024}},
                   {"SMALL", {2048}},
                   {"STANDARD", {4096}},
                   {"LARGE", {8192}},
                   {"EXTRALARGE", {16384}}},
      .emulatorSizes = {{64}, {300}},
      .types = {F32, F64, F16, BF16},
      .products = {},
      .scalars = {{.name = "alpha", .classic = 43532, .random = 1.37, .integer = 3},
                  {.name = "beta", .classic = 12313, .random = 0.71, .integer = 2}},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {N, N}},
                  {"B", BufferRole::Input, BufferElement::Data, {N, N}},
                  {"x", BufferRole::Input, BufferElement::Data, {N}},
                  {"y", BufferRole::Output, BufferElement::Result, {N}},
                  {"tmp", BufferRole::Intermediate, BufferElement::Result, {N}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
