// GEMM: C := alpha * A * B + beta * C; A is NI x NK, B is NK x NJ, C is NI x NJ.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ, NK };
enum Scalar { Alpha, Beta };
enum Buffer { A, B, C };

double classicInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>(index[0]) * static_cast<double>(index[1]) / sizes[NI];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const auto rows = static_cast<std::size_t>(problem.sizes[NI]);
  const auto columns = static_cast<std::size_t>(problem.sizes[NJ]);
  const auto length = static_cast<std::size_t>(problem.sizes[NK]);
  const std::vector<double> a = toDouble(problem.arrays[A]);
  const std::vector<double> b = toDouble(problem.arrays[B]);
  const std::vector<double> c = toDouble(problem.arrays[C]);
  std::vector<OutputReference> references;
  references.push_back(productReference(engine, C, problem.scalars[Alpha],
                                        asMatrix(a, rows, length), asMatrix(b, length, columns),
                                        problem.scalars[Beta], c.data()));
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * sizes[NI] * sizes[NJ] * sizes[NK];
}

} // namespace

const Benchmark &gemm() {
  static const Benchmark Descriptor = {
      .name = "gemm",
      .summary = "C := alpha*A*B + beta*C",
      .dimensions = {"NI", "NJ", "NK"},
      .datasets = {{"MINI", {128, 128, 128}},
                   {"SMALL", {256, 256, 256}},
                   {"STANDARD", {512, 512, 512}},
                   {"LARGE", {1024, 1024, 1024}},
                   {"EXTRALARGE", {2048, 2048, 2048}}},
      // |beta| < 1: C := beta*C + ... stays bounded over any number of timed launches. Neither
      // value is a short binary fraction, so that scaling in another order changes bits.
      .emulatorSizes = {{64, 64, 64}, {150, 139, 277}},
      .types = {F32, F64, F16, BF16, I8, U8, E4M3, E5M2},
      .products = {"gemm_kernel"},
      .scalars = {{.name = "alpha", .classic = 32412, .random = 1.37, .integer = 3},
                  {.name = "beta", .classic = 2123, .random = 0.71, .integer = 2}},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NK}},
                  {"B", BufferRole::Input, BufferElement::Data, {NK, NJ}},
                  {"C", BufferRole::InputOutput, BufferElement::Result, {NI, NJ}}},
      .baseline = {{.left = A,
                    .right = B,
                    .output = C,
                    .rows = {NI},
                    .columns = {NJ},
                    .length = {NK},
                    .alpha = Alpha,
                    .beta = Beta}},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
