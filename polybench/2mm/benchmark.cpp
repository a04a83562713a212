// 2MM: tmp := alpha * A * B; D := tmp * C + beta * D; A is NI x NK, B is NK x NJ, C is NJ x NL.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ, NK, NL };
enum Scalar { Alpha, Beta };
enum Buffer { A, B, C, D, Tmp };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const auto row = static_cast<double>(index[0]);
  const auto column = static_cast<double>(index[1]);
  switch (buffer) {
  case A:
    return row * column / sizes[NI];
  case B:
    return row * (column + 1) / sizes[NJ];
  case C:
    return row * (column + 3) / sizes[NL];
  default:
    return row * (column + 2) / sizes[NK];
  }
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const std::vector<double> a = toDouble(problem.arrays[A]);
  const std::vector<double> b = toDouble(problem.arrays[B]);
  std::vector<OutputReference> references;
  references.push_back(productReference(engine, Tmp, problem.scalars[Alpha],
                                        asMatrix(a, problem.arrays[A]),
                                        asMatrix(b, problem.arrays[B]), 0, nullptr));
  return references;
}

std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine &engine) {
  const std::vector<double> tmp = toDouble(results[Tmp]);
  const std::vector<double> c = toDouble(problem.arrays[C]);
  const std::vector<double> d = toDouble(problem.arrays[D]);
  std::vector<OutputReference> references;
  references.push_back(productReference(engine, D, 1, asMatrix(tmp, results[Tmp]),
                                        asMatrix(c, problem.arrays[C]), problem.scalars[Beta],
                                        d.data()));
  references.back().largestOperand = largestMagnitude(tmp);
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * sizes[NI] * sizes[NJ] * sizes[NK] + 2.0 * sizes[NI] * sizes[NL] * sizes[NJ];
}

} // namespace

const Benchmark &mm2() {
  static const Benchmark Descriptor = {
      .name = "2mm",
      .summary = "D := alpha*A*B*C + beta*D",
      .dimensions = {"NI", "NJ", "NK", "NL"},
      .datasets = {{"MINI", {256, 256, 256, 256}},
                   {"SMALL", {512, 512, 512, 512}},
                   {"STANDARD", {1024, 1024, 1024, 1024}},
                   {"LARGE", {2048, 2048, 2048, 2048}},
                   {"EXTRALARGE", {4096, 4096, 4096, 4096}}},
      .emulatorSizes = {{64, 64, 64, 64}, {150, 139, 37, 45}},
      .types = {F32, F64},
      .products = {"mm2_kernel1", "mm2_kernel2"},
      // See gemm: |beta| < 1 keeps the output bounded over any number of timed launches.
      .scalars = {{.name = "alpha", .classic = 32412, .random = 1.37, .integer = 3},
                  {.name = "beta", .classic = 2123, .random = 0.71, .integer = 2}},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NK}},
                  {"B", BufferRole::Input, BufferElement::Data, {NK, NJ}},
                  {"C", BufferRole::Input, BufferElement::Data, {NJ, NL}},
                  {"D", BufferRole::InputOutput, BufferElement::Data, {NI, NL}},
                  {"tmp", BufferRole::Intermediate, BufferElement::Data, {NI, NJ}}},
      .baseline = {{.left = A,
                    .right = B,
                    .output = Tmp,
                    .rows = {NI},
                    .columns = {NJ},
                    .length = {NK},
                    .alpha = Alpha},
                   {.left = Tmp,
                    .right = C,
                    .output = D,
                    .rows = {NI},
                    .columns = {NL},
                    .length = {NJ},
                    .beta = Beta}},
      .classicInput = classicInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
