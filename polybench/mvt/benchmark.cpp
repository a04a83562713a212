// MVT: x1 := x1 + A * y1; x2 := x2 + A' * y2; A is N x N.
#include "polybench/Suite.h"
#include "polybench/common/MatrixVector.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { N };
enum Buffer { A, X1, X2, Y1, Y2 };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto row = static_cast<double>(index[0]);
  switch (buffer) {
  case A:
    return row * static_cast<double>(index[1]) / sizes[N];
  case X1:
    return row / sizes[N];
  case X2:
    return (row + 1) / sizes[N];
  case Y1:
    return (row + 3) / sizes[N];
  default:
    return (row + 4) / sizes[N];
  }
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  std::vector<OutputReference> references;
  references.push_back(MatrixVectorReference(X1, problem.sizes[N])
                           .multiply(1, problem.arrays[A], toDouble(problem.arrays[Y1]))
                           .add(toDouble(problem.arrays[X1]))
                           .take());
  references.push_back(MatrixVectorReference(X2, problem.sizes[N])
                           .multiply(1, problem.arrays[A], toDouble(problem.arrays[Y2]), true)
                           .add(toDouble(problem.arrays[X2]))
                           .take());
  return references;
}

double operations(const Sizes &sizes) {
  return 4.0 * sizes[N] * sizes[N];
}

} // namespace

const Benchmark &mvt() {
  static const Benchmark Descriptor = {
      .name = "mvt",
      .summary = "x1 := x1 + A*y1; x2 := x2 + A'*y2",
      .dimensions = {"N"},
      .datasets = {{"MINI", {1024}},
                   {"SMALL", {2048}},
                   {"STANDARD", {4096}},
                   {"LARGE", {8192}},
                   {"EXTRALARGE", {16384}}},
      .emulatorSizes = {{64}, {300}},
      .types = {F32, F64, F16, BF16},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {N, N}},
                  {"x1", BufferRole::InputOutput, BufferElement::Result, {N}},
                  {"x2", BufferRole::InputOutput, BufferElement::Result, {N}},
                  {"y1", BufferRole::Input, BufferElement::Data, {N}},
                  {"y2", BufferRole::Input, BufferElement::Data, {N}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
