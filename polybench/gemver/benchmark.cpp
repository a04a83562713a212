// GEMVER: A := A + u1 * v1' + u2 * v2'; x := x + beta * A' * y + z; w := w + alpha * A * x.
#include "polybench/Suite.h"
#include "polybench/common/MatrixVector.h"
#include "runtime/harness/core/Parallel.h"
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { N };
enum Scalar { Alpha, Beta };
enum Buffer { A, U1, V1, U2, V2, W, X, Y, Z };

/// The vectors are i and (i + 1) / N over this; upstream's integer division leaves them zero.
double divisorOf(int buffer) {
  switch (buffer) {
  case U2:
    return 2;
  case V1:
    return 4;
  case V2:
    return 6;
  case Y:
    return 8;
  default:
    return 9;
  }
}

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto row = static_cast<double>(index[0]);
  switch (buffer) {
  case A:
    return row * static_cast<double>(index[1]) / sizes[N];
  case U1:
    return row;
  case W:
  case X:
    return 0;
  default:
    return (row + 1) / sizes[N] / divisorOf(buffer);
  }
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  const std::vector<double> u1 = toDouble(problem.arrays[U1]);
  const std::vector<double> u2 = toDouble(problem.arrays[U2]);
  const std::vector<double> v1 = toDouble(problem.arrays[V1]);
  const std::vector<double> v2 = toDouble(problem.arrays[V2]);
  std::vector<double> value = toDouble(problem.arrays[A]);
  std::vector<double> magnitude(value.size());
  const std::size_t n = u1.size();
  parallelFor(n, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const double first = u1[i] * v1[j];
        const double second = u2[i] * v2[j];
        double &element = value[i * n + j];
        magnitude[i * n + j] = std::fabs(element) + std::fabs(first) + std::fabs(second);
        element += first + second;
      }
    }
  });
  std::vector<OutputReference> references;
  references.push_back(elementwiseReference(A, 2, std::move(value), std::move(magnitude)));
  references.back().rounds = false;
  return references;
}

std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine & /*engine*/) {
  const std::size_t n = problem.sizes[N];
  std::vector<OutputReference> references;
  references.push_back(
      MatrixVectorReference(X, n)
          .multiply(problem.scalars[Beta], results[A], toDouble(problem.arrays[Y]), true)
          .add(toDouble(problem.arrays[X]))
          .add(toDouble(problem.arrays[Z]))
          .take());
  references.push_back(MatrixVectorReference(W, n)
                           .multiply(problem.scalars[Alpha], results[A], toDouble(results[X]))
                           .add(toDouble(problem.arrays[W]))
                           .take());
  return references;
}

double operations(const Sizes &sizes) {
  return 10.0 * sizes[N] * sizes[N] + sizes[N];
}

} // namespace

const Benchmark &gemver() {
  static const Benchmark Descriptor = {
      .name = "gemver",
      .summary = "A := A + u1*v1' + u2*v2'; x := x + beta*A'*y + z; w := w + alpha*A*x",
      .dimensions = {"N"},
      .datasets = {{"MINI", {1024}},
                   {"SMALL", {2048}},
                   {"STANDARD", {4096}},
                   {"LARGE", {8192}},
                   {"EXTRALARGE", {16384}}},
      .emulatorSizes = {{64}, {300}},
      .types = {F32, F64},
      .products = {},
      .scalars = {{.name = "alpha", .classic = 43532, .random = 1.37, .integer = 3},
                  {.name = "beta", .classic = 12313, .random = 0.71, .integer = 2}},
      .buffers = {{"A", BufferRole::InputOutput, BufferElement::Data, {N, N}},
                  {"u1", BufferRole::Input, BufferElement::Data, {N}},
                  {"v1", BufferRole::Input, BufferElement::Data, {N}},
                  {"u2", BufferRole::Input, BufferElement::Data, {N}},
                  {"v2", BufferRole::Input, BufferElement::Data, {N}},
                  {"w", BufferRole::InputOutput, BufferElement::Data, {N}},
                  {"x", BufferRole::InputOutput, BufferElement::Data, {N}},
                  {"y", BufferRole::Input, BufferElement::Data, {N}},
                  {"z", BufferRole::Input, BufferElement::Data, {N}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
      .classicThreshold = std::nullopt,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
