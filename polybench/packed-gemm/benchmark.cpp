// PACKED-GEMM: C := A * B of matrices that lie as [columns/16][rows/16][16][16].
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ, NK, Inside }; // in blocks; rows and columns of a block
enum Buffer { A, B, C };

constexpr int Pack = 16;

Sizes sizesOfBlock(const Sizes & /*sizes*/) {
  return {Pack};
}

/// Between -1 and 1; products and sums stay within FP16's range.
double classicInput(const Sizes & /*sizes*/, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>((index[0] + 2 * index[1] + index[2] * index[3]) % 17) / 8 - 1;
}

/// Where the elements of a matrix of so many blocks lie, by rows.
std::vector<std::size_t> places(std::size_t rows, std::size_t columns) {
  std::vector<std::size_t> all;
  all.reserve(rows * columns * Pack * Pack);
  for (std::size_t row = 0; row < rows * Pack; ++row)
    for (std::size_t column = 0; column < columns * Pack; ++column)
      all.push_back(((column / Pack * rows + row / Pack) * Pack + row % Pack) * Pack +
                    column % Pack);
  return all;
}

std::vector<double> unpacked(const std::vector<double> &packed, std::size_t rows,
                             std::size_t columns) {
  std::vector<double> matrix;
  matrix.reserve(packed.size());
  for (const std::size_t place : places(rows, columns))
    matrix.push_back(packed[place]);
  return matrix;
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine &engine) {
  const auto blocks = [&](Dimension dimension) {
    return static_cast<std::size_t>(problem.sizes[dimension]);
  };
  const std::size_t rows = blocks(NI), columns = blocks(NJ), length = blocks(NK);
  const std::vector<double> a = unpacked(toDouble(problem.arrays[A]), rows, length);
  const std::vector<double> b = unpacked(toDouble(problem.arrays[B]), length, columns);
  OutputReference result = productReference(engine, C, 1, asMatrix(a, rows * Pack, length * Pack),
                                            asMatrix(b, length * Pack, columns * Pack), 0, nullptr);
  const std::vector<std::size_t> placesOfC = places(rows, columns);
  for (std::vector<double> *values :
       {&result.value, &result.products, &result.addend, &result.operands}) {
    const std::vector<double> matrix = *values;
    for (std::size_t index = 0; index < matrix.size(); ++index)
      (*values)[placesOfC[index]] = matrix[index];
  }
  std::vector<OutputReference> references;
  references.push_back(std::move(result));
  return references;
}

double operations(const Sizes &sizes) {
  return 2.0 * Pack * Pack * Pack * sizes[NI] * sizes[NJ] * sizes[NK];
}

} // namespace

const Benchmark &packedGemm() {
  static const Benchmark Descriptor = {
      .name = "packed-gemm",
      .summary = "C := A*B of matrices in blocks of 16 x 16",
      .dimensions = {"NI", "NJ", "NK"},
      .datasets = {{"MINI", {8, 8, 8}},
                   {"SMALL", {16, 16, 16}},
                   {"STANDARD", {32, 32, 32}},
                   {"LARGE", {64, 64, 64}},
                   {"EXTRALARGE", {128, 128, 128}}},
      .emulatorSizes = {{2, 2, 2}, {3, 5, 2}},
      .types = {F32, F64, F16, BF16},
      .products = {"packed_gemm_kernel"},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NK, NI, Inside, Inside}},
                  {"B", BufferRole::Input, BufferElement::Data, {NJ, NK, Inside, Inside}},
                  {"C", BufferRole::Output, BufferElement::Result, {NJ, NI, Inside, Inside}}},
      // No product of cuBLAS has operands whose steps lie in blocks.
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
      .derivedSizes = sizesOfBlock,
      .classicThreshold = std::nullopt,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
