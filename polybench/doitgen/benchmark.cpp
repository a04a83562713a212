// DOITGEN: A[r] := A[r] * C4 for every r; A is NR x NQ x NP, C4 is NP x NP.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NR, NQ, NP };
enum Buffer { A, C4, Sum };

double classicInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index) {
  const double product = static_cast<double>(index[0]) * static_cast<double>(index[1]);
  return (buffer == A ? product + static_cast<double>(index[2]) : product) / sizes[NP];
}

/// A is multiplied by C4 at every timed launch. With positive elements of mean 1 / NP the largest
/// eigenvalue of C4 is 1 to about 1 / NP, so that A neither overflows nor vanishes.
double randomInput(const Sizes &sizes, int buffer, std::span<const std::size_t> /*index*/,
                   double drawn) {
  return buffer == C4 ? 2 * std::fabs(drawn) / sizes[NP] : drawn;
}

/// One product of NR * NQ rows.
std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const std::vector<double> a = toDouble(problem.arrays[A]);
  const std::vector<double> c4 = toDouble(problem.arrays[C4]);
  const std::vector<std::size_t> &extents = problem.arrays[A].extents;
  std::vector<OutputReference> references;
  references.push_back(productReference(engine, Sum, 1,
                                        asMatrix(a, extents[0] * extents[1], extents[2]),
                                        asMatrix(c4, problem.arrays[C4]), 0, nullptr));
  return references;
}

/// A is a copy of sum.
std::vector<OutputReference> linkReference(const Problem & /*problem*/,
                                           const std::vector<HostArray> &results,
                                           ProductEngine & /*engine*/) {
  std::vector<OutputReference> references;
  references.push_back(elementwiseReference(A, 0, toDouble(results[Sum]), {}));
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * sizes[NR] * sizes[NQ] * sizes[NP] * sizes[NP];
}

} // namespace

const Benchmark &doitgen() {
  static const Benchmark Descriptor = {
      .name = "doitgen",
      .summary = "A[r] := A[r]*C4 for every r",
      .dimensions = {"NR", "NQ", "NP"},
      .datasets = {{"MINI", {32, 32, 32}},
                   {"SMALL", {64, 64, 64}},
                   {"STANDARD", {128, 128, 128}},
                   {"LARGE", {256, 256, 256}},
                   {"EXTRALARGE", {512, 512, 512}}},
      .emulatorSizes = {{8, 64, 64}, {2, 45, 133}},
      .types = {F32, F64},
      .products = {"doitgen_kernel1"},
      .scalars = {},
      .buffers = {{"A", BufferRole::InputOutput, BufferElement::Data, {NR, NQ, NP}},
                  {"C4", BufferRole::Input, BufferElement::Data, {NP, NP}},
                  {"sum", BufferRole::Intermediate, BufferElement::Data, {NR, NQ, NP}}},
      .baseline = {{.left = A,
                    .right = C4,
                    .output = Sum,
                    .rows = {NR, NQ},
                    .columns = {NP},
                    .length = {NP},
                    .copyTo = A}},
      .classicInput = classicInput,
      .randomInput = randomInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
      .classicThreshold = std::nullopt,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
