// ATAX: tmp := A * x; y := A' * tmp; A is NX x NY.
#include "polybench/Suite.h"
#include "polybench/common/MatrixVector.h"
#include <numbers>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NX, NY };
enum Buffer { A, X, Y, Tmp };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto row = static_cast<double>(index[0]);
  return buffer == A ? row * static_cast<double>(index[1]) / sizes[NX] : row * std::numbers::pi;
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  std::vector<OutputReference> references;
  references.push_back(MatrixVectorReference(Tmp, problem.sizes[NX])
                           .multiply(1, problem.arrays[A], toDouble(problem.arrays[X]))
                           .take());
  return references;
}

std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine & /*engine*/) {
  std::vector<OutputReference> references;
  references.push_back(MatrixVectorReference(Y, problem.sizes[NY])
                           .multiply(1, problem.arrays[A], toDouble(results[Tmp]), true)
                           .take());
  return references;
}

double operations(const Sizes &sizes) {
  return 4.0 * sizes[NX] * sizes[NY];
}

} // namespace

const Benchmark &atax() {
  static const Benchmark Descriptor = {
      .name = "atax",
      .summary = "y := A'*(A*x)",
      .dimensions = {"NX", "NY"},
      .datasets = {{"MINI", {1024, 1024}},
                   {"SMALL", {2048, 2048}},
                   {"STANDARD", {4096, 4096}},
                   {"LARGE", {8192, 8192}},
                   {"EXTRALARGE", {16384, 16384}}},
      .emulatorSizes = {{64, 64}, {300, 139}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NX, NY}},
                  {"x", BufferRole::Input, BufferElement::Data, {NY}},
                  {"y", BufferRole::Output, BufferElement::Data, {NY}},
                  {"tmp", BufferRole::Intermediate, BufferElement::Data, {NX}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
      .classicThreshold = 0.5,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
