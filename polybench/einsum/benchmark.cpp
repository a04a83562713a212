// EINSUM: C[b][i][j][k] := sum over l of A[b][i][j][l] * B[l][k], einsum("bijl,lk->bijk").
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NB, NI, NJ, NK, NL };
enum Buffer { A, B, C };

/// Between -1 and 1; products and sums stay within FP16's range.
double classicInput(const Sizes & /*sizes*/, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>((index[0] + index[index.size() - 2] * index.back()) % 17) / 8 - 1;
}

/// One product of NB * NI * NJ rows.
std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const std::vector<double> a = toDouble(problem.arrays[A]), b = toDouble(problem.arrays[B]);
  const std::vector<std::size_t> &extents = problem.arrays[A].extents;
  std::vector<OutputReference> references;
  references.push_back(
      productReference(engine, C, 1, asMatrix(a, extents[0] * extents[1] * extents[2], extents[3]),
                       asMatrix(b, problem.arrays[B]), 0, nullptr));
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * sizes[NB] * sizes[NI] * sizes[NJ] * sizes[NK] * sizes[NL];
}

} // namespace

const Benchmark &einsum() {
  static const Benchmark Descriptor = {
      .name = "einsum",
      .summary = "C := einsum(\"bijl,lk->bijk\", A, B)",
      .dimensions = {"NB", "NI", "NJ", "NK", "NL"},
      .datasets = {{"MINI", {2, 4, 32, 128, 128}},
                   {"SMALL", {4, 8, 32, 256, 256}},
                   {"STANDARD", {4, 16, 64, 512, 512}},
                   {"LARGE", {8, 16, 64, 1024, 1024}},
                   {"EXTRALARGE", {8, 32, 64, 2048, 2048}}},
      .emulatorSizes = {{1, 2, 32, 64, 64}, {2, 3, 13, 45, 37}},
      .types = {F32, F64, F16, BF16},
      .products = {"einsum_kernel"},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NB, NI, NJ, NL}},
                  {"B", BufferRole::Input, BufferElement::Data, {NL, NK}},
                  {"C", BufferRole::Output, BufferElement::Result, {NB, NI, NJ, NK}}},
      .baseline = {{.left = A,
                    .right = B,
                    .output = C,
                    .rows = {NB, NI, NJ},
                    .columns = {NK},
                    .length = {NL}}},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
      .classicThreshold = std::nullopt,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
