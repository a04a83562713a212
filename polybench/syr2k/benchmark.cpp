// SYR2K: C := alpha * A * B' + alpha * B * A' + beta * C, all of C; A and B are NI x NJ.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ };
enum Scalar { Alpha, Beta };
enum Buffer { A, B, C };

double classicInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>(index[0]) * static_cast<double>(index[1]) / sizes[NI];
}

/// One product of twice the length: [A B] * [B A]'.
std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const std::size_t rows = problem.arrays[A].extents[0];
  const std::size_t length = problem.arrays[A].extents[1];
  const std::vector<double> a = toDouble(problem.arrays[A]);
  const std::vector<double> b = toDouble(problem.arrays[B]);
  const std::vector<double> c = toDouble(problem.arrays[C]);
  std::vector<double> left;
  std::vector<double> right;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<const double> ofA = std::span(a).subspan(row * length, length);
    const std::span<const double> ofB = std::span(b).subspan(row * length, length);
    left.insert(left.end(), ofA.begin(), ofA.end());
    left.insert(left.end(), ofB.begin(), ofB.end());
    right.insert(right.end(), ofB.begin(), ofB.end());
    right.insert(right.end(), ofA.begin(), ofA.end());
  }
  std::vector<OutputReference> references;
  references.push_back(productReference(
      engine, C, problem.scalars[Alpha], asMatrix(left, rows, 2 * length),
      asMatrix(right, rows, 2 * length).transposed(), problem.scalars[Beta], c.data()));
  return references;
}

/// Of the whole square, as the kernel computes it: C need not be symmetric.
double operations(const Sizes &sizes) {
  return 4.0 * sizes[NI] * sizes[NI] * sizes[NJ];
}

} // namespace

const Benchmark &syr2k() {
  static const Benchmark Descriptor = {
      .name = "syr2k",
      .summary = "C := alpha*A*B' + alpha*B*A' + beta*C",
      .dimensions = {"NI", "NJ"},
      .datasets = {{"MINI", {256, 256}},
                   {"SMALL", {512, 512}},
                   {"STANDARD", {1024, 1024}},
                   {"LARGE", {2048, 2048}},
                   {"EXTRALARGE", {4096, 4096}}},
      .emulatorSizes = {{64, 64}, {133, 41}},
      .types = {F32, F64, F16, BF16},
      .products = {"syr2k_kernel"},
      // See gemm: |beta| < 1 keeps the output bounded over any number of timed launches.
      .scalars = {{.name = "alpha", .classic = 32412, .random = 1.37, .integer = 3},
                  {.name = "beta", .classic = 2123, .random = 0.71, .integer = 2}},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NJ}},
                  {"B", BufferRole::Input, BufferElement::Data, {NI, NJ}},
                  {"C", BufferRole::InputOutput, BufferElement::Result, {NI, NI}}},
      // cublasSsyr2k leaves one triangle of C as it was; two general products fill all of it.
      .baseline = {{.left = A,
                    .right = B,
                    .output = C,
                    .rows = {NI},
                    .columns = {NI},
                    .length = {NJ},
                    .transposeRight = true,
                    .alpha = Alpha,
                    .beta = Beta},
                   {.left = B,
                    .right = A,
                    .output = C,
                    .rows = {NI},
                    .columns = {NI},
                    .length = {NJ},
                    .transposeRight = true,
                    .alpha = Alpha,
                    .accumulate = true}},
      .symmetricUpdate = SymmetricUpdate{.left = A,
                                         .right = B,
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
