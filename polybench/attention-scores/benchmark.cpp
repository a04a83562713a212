// ATTENTION-SCORES: S[h] := scale * Q[h] * K[h]' + mask, of each head h.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { HEADS, N, D };
enum Buffer { Q, K, Mask, S };
enum Scalar { Scale };

/// A query sees the keys up to its own; softmax makes zeros of the other scores.
double causal(std::span<const std::size_t> index) {
  return index[1] > index[0] ? -10000 : 0;
}

/// Between -1 and 1; products and sums stay within FP16's range.
double classicInput(const Sizes & /*sizes*/, int buffer, std::span<const std::size_t> index) {
  if (buffer == Mask)
    return causal(index);
  return static_cast<double>((index[0] + index[1] * index[2]) % 17) / 8 - 1;
}

double drawnInput(const Sizes & /*sizes*/, int buffer, std::span<const std::size_t> index,
                  double drawn) {
  return buffer == Mask ? causal(index) : drawn;
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const auto size = [&](Dimension dimension) {
    return static_cast<std::size_t>(problem.sizes[dimension]);
  };
  const std::size_t rows = size(N), length = size(D);
  const std::vector<double> q = toDouble(problem.arrays[Q]), k = toDouble(problem.arrays[K]);
  const std::vector<double> mask = toDouble(problem.arrays[Mask]);
  OutputReference whole;
  for (std::size_t head = 0; head < size(HEADS); ++head) {
    const auto ofHead = [&](const std::vector<double> &all) {
      return MatrixView{all.data() + head * rows * length, rows, length, length, 1};
    };
    OutputReference part = productReference(engine, S, problem.scalars[Scale], ofHead(q),
                                            ofHead(k).transposed(), 1, mask.data());
    if (head == 0)
      whole = std::move(part);
    else
      append(whole, part);
  }
  std::vector<OutputReference> references;
  references.push_back(std::move(whole));
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * sizes[HEADS] * sizes[N] * sizes[N] * sizes[D];
}

} // namespace

const Benchmark &attentionScores() {
  static const Benchmark Descriptor = {
      .name = "attention-scores",
      .summary = "S[h] := scale*Q[h]*K[h]' + mask",
      .dimensions = {"HEADS", "N", "D"},
      .datasets = {{"MINI", {4, 128, 64}},
                   {"SMALL", {8, 256, 64}},
                   {"STANDARD", {16, 512, 64}},
                   {"LARGE", {32, 1024, 128}},
                   {"EXTRALARGE", {32, 2048, 128}}},
      .emulatorSizes = {{1, 64, 64}, {3, 70, 33}},
      .types = {F32, F64, F16, BF16},
      .products = {"attention_scores_kernel"},
      .scalars = {{.name = "scale", .classic = 0.125, .random = 0.125, .integer = 2}},
      .buffers = {{"Q", BufferRole::Input, BufferElement::Data, {HEADS, N, D}},
                  {"K", BufferRole::Input, BufferElement::Data, {HEADS, N, D}},
                  {"mask", BufferRole::Input, BufferElement::Result, {N, N}},
                  {"S", BufferRole::Output, BufferElement::Result, {HEADS, N, N}}},
      // The product is added to copies of the mask.
      .baseline = {{.left = Q,
                    .right = K,
                    .output = S,
                    .rows = {N},
                    .columns = {N},
                    .length = {D},
                    .transposeRight = true,
                    .alpha = Scale,
                    .accumulate = true,
                    .batches = {HEADS}}},
      .baselineHasParts = true,
      .classicInput = classicInput,
      .randomInput = drawnInput,
      .integerInput = drawnInput,
      .reference = reference,
      .operations = operations,
      .classicThreshold = std::nullopt,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
