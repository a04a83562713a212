// SYRK: C := alpha * A * A' + beta * C, all of C; A is NI x NJ.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ };
enum Scalar { Alpha, Beta };
enum Buffer { A, C };

double classicInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>(index[0]) * static_cast<double>(index[1]) / sizes[NI];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const std::vector<double> values = toDouble(problem.arrays[A]);
  const std::vector<double> c = toDouble(problem.arrays[C]);
  const MatrixView a = asMatrix(values, problem.arrays[A]);
  std::vector<OutputReference> references;
  references.push_back(productReference(engine, C, problem.scalars[Alpha], a, a.transposed(),
                                        problem.scalars[Beta], c.data()));
  return references;
}

/// Of the whole square, as the kernel computes it: C need not be symmetric.
double operations(const Sizes &sizes) {
  return 2.0 * sizes[NI] * sizes[NI] * sizes[NJ];
}

} // namespace

const Benchmark &syrk() {
  static const Benchmark Descriptor = {
      .name = "syrk",
      .summary = "C := alpha*A*A' + beta*C",
      .dimensions = {"NI", "NJ"},
      .datasets = {{"MINI", {256, 256}},
                   {"SMALL", {512, 512}},
                   {"STANDARD", {1024, 1024}},
                   {"LARGE", {2048, 2048}},
                   {"EXTRALARGE", {4096, 4096}}},
      .emulatorSizes = {{64, 64}, {150, 77}},
      .types = {F32, F64, F16, BF16},
      .products = {"syrk_kernel"},
      // See gemm: |beta| < 1 keeps the output bounded over any number of timed launches.
      .scalars = {{.name = "alpha", .classic = 32412, .random = 1.37, .integer = 3},
                  {.name = "beta", .classic = 2123, .random = 0.71, .integer = 2}},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NJ}},
                  {"C", BufferRole::InputOutput, BufferElement::Result, {NI, NI}}},
      // cublasSsyrk leaves one triangle of C as it was; a general product fills all of it.
      .baseline = {{.left = A,
                    .right = A,
                    .output = C,
                    .rows = {NI},
                    .columns = {NI},
                    .length = {NJ},
                    .transposeRight = true,
                    .alpha = Alpha,
                    .beta = Beta}},
      .symmetricUpdate = SymmetricUpdate{.left = A,
                                         .right = -1,
                                         .output = C,
                                         .order = NI,
                                         .length = NJ,
                                         .alpha = Alpha,
                                         .beta = Beta},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
