// 3DCONV: B := A convolved with coefficients of 3 x 3 x 3 elements; both are NI x NJ x NK.
#include "polybench/Suite.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/Reference.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ, NK };
enum Buffer { A, B };

struct Term {
  int coefficient;
  int i, j, k; // of the element of A, relative to that of B
};

/// As upstream, three coefficients each stand for two of the corners.
constexpr Term Terms[] = {{2, -1, -1, -1},  {4, 1, -1, -1},  {5, -1, -1, -1}, {7, 1, -1, -1},
                          {-8, -1, -1, -1}, {10, 1, -1, -1}, {-3, 0, -1, 0},  {6, 0, 0, 0},
                          {-9, 0, 1, 0},    {2, -1, -1, 1},  {4, 1, -1, 1},   {5, -1, 0, 1},
                          {7, 1, 0, 1},     {-8, -1, 1, 1},  {10, 1, 1, 1}};

double classicInput(const Sizes & /*sizes*/, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>(index[0] % 12 + 2 * (index[1] % 7) + 3 * (index[2] % 13));
}

/// A sum of 15 products; the border stays as it was, NaN.
std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  const std::ptrdiff_t planes = problem.sizes[NI];
  const std::ptrdiff_t rows = problem.sizes[NJ];
  const std::ptrdiff_t columns = problem.sizes[NK];
  const std::vector<double> a = toDouble(problem.arrays[A]);
  std::vector<double> value(a.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<double> magnitude(a.size());
  const auto fillPlane = [&](std::ptrdiff_t i) {
    for (std::ptrdiff_t j = 1; j + 1 < rows; ++j) {
      for (std::ptrdiff_t k = 1; k + 1 < columns; ++k) {
        double sum = 0;
        double size = 0;
        for (const Term &term : Terms) {
          const double product =
              term.coefficient * a[((i + term.i) * rows + (j + term.j)) * columns + (k + term.k)];
          sum += product;
          size += std::fabs(product);
        }
        value[(i * rows + j) * columns + k] = sum;
        magnitude[(i * rows + j) * columns + k] = size;
      }
    }
  };
  parallelFor(planes, 1, [&](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<std::ptrdiff_t>(begin); i < static_cast<std::ptrdiff_t>(end); ++i) {
      if (i > 0 && i + 1 < planes)
        fillPlane(i);
    }
  });
  std::vector<OutputReference> references;
  references.push_back(
      elementwiseReference(B, std::size(Terms), std::move(value), std::move(magnitude)));
  references.back().rounds = false;
  return references;
}

double operations(const Sizes &sizes) {
  return 29.0 * std::max(sizes[NI] - 2, 0) * std::max(sizes[NJ] - 2, 0) *
         std::max(sizes[NK] - 2, 0);
}

} // namespace

const Benchmark &conv3d() {
  static const Benchmark Descriptor = {
      .name = "3dconv",
      .summary = "B := A convolved with 3 x 3 x 3 coefficients",
      .dimensions = {"NI", "NJ", "NK"},
      .datasets = {{"MINI", {64, 64, 64}},
                   {"SMALL", {128, 128, 128}},
                   {"STANDARD", {256, 256, 256}},
                   {"LARGE", {384, 384, 384}},
                   {"EXTRALARGE", {512, 512, 512}}},
      .emulatorSizes = {{16, 16, 32}, {7, 19, 45}},
      .types = {F32, F64, F16, BF16},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::Input, BufferElement::Data, {NI, NJ, NK}},
                  {"B", BufferRole::Output, BufferElement::Result, {NI, NJ, NK}}},
      .baseline = {},
      .classicInput = classicInput,
      .reference = reference,
      .operations = operations,
      .classicThreshold = 0.5,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
