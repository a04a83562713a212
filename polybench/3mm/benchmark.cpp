// 3MM: E := A * B; F := C * D; G := E * F; A is NI x NK, B is NK x NJ, C is NJ x NM, D is NM x NL.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"
#include <algorithm>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ, NK, NL, NM };
enum Buffer { A, B, C, D, E, F, G };

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

OutputReference product(int output, const HostArray &leftArray, const HostArray &rightArray,
                        ProductEngine &engine) {
  const std::vector<double> left = toDouble(leftArray);
  const std::vector<double> right = toDouble(rightArray);
  OutputReference result = productReference(engine, output, 1, asMatrix(left, leftArray),
                                            asMatrix(right, rightArray), 0, nullptr);
  result.largestOperand = std::max(largestMagnitude(left), largestMagnitude(right));
  return result;
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  std::vector<OutputReference> references;
  references.push_back(product(E, problem.arrays[A], problem.arrays[B], engine));
  references.push_back(product(F, problem.arrays[C], problem.arrays[D], engine));
  return references;
}

std::vector<OutputReference> linkReference(const Problem & /*problem*/,
                                           const std::vector<HostArray> &results,
                                           ProductEngine &engine) {
  std::vector<OutputReference> references;
  references.push_back(product(G, results[E], results[F], engine));
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * sizes[NI] * sizes[NJ] * sizes[NK] + 2.0 * sizes[NJ] * sizes[NL] * sizes[NM] +
         2.0 * sizes[NI] * sizes[NL] * sizes[NJ];
}

} // namespace

const Benchmark &mm3() {
  static const Benchmark Descriptor = {
      .name = "3mm",
      .summary = "G := (A*B)*(C*D)",
      .dimensions = {"NI", "NJ", "NK", "NL", "NM"},
      .datasets = {{"MINI", {128, 128, 128, 128, 128}},
                   {"SMALL", {256, 256, 256, 256, 256}},
                   {"STANDARD", {512, 512, 512, 512, 512}},
                   {"LARGE", {1024, 1024, 1024, 1024, 1024}},
                   {"EXTRALARGE", {2048, 2048, 2048, 2048, 2048}}},
      .emulatorSizes = {{64, 64, 64, 64, 64}, {140, 37, 45, 131, 29}},
      .types = {F32, F64},
      .products = {"mm3_kernel1", "mm3_kernel2", "mm3_kernel3"},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NK}},
                  {"B", BufferRole::Input, BufferElement::Data, {NK, NJ}},
                  {"C", BufferRole::Input, BufferElement::Data, {NJ, NM}},
                  {"D", BufferRole::Input, BufferElement::Data, {NM, NL}},
                  {"E", BufferRole::Intermediate, BufferElement::Data, {NI, NJ}},
                  {"F", BufferRole::Intermediate, BufferElement::Data, {NJ, NL}},
                  {"G", BufferRole::Output, BufferElement::Data, {NI, NL}}},
      .baseline =
          {{.left = A, .right = B, .output = E, .rows = {NI}, .columns = {NJ}, .length = {NK}},
           {.left = C, .right = D, .output = F, .rows = {NJ}, .columns = {NL}, .length = {NM}},
           {.left = E, .right = F, .output = G, .rows = {NI}, .columns = {NL}, .length = {NJ}}},
      .classicInput = classicInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
