// LU: A := L and U with A = L * U and ones on U's diagonal; A is N x N.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { N };
enum Buffer { A };

/// Upstream's (i * j + 1) / N has rank 2, so that all pivots from the third are rounding errors.
/// N on the diagonal makes it a matrix that has factors.
double classicInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index) {
  const double element =
      (static_cast<double>(index[0]) * static_cast<double>(index[1]) + 1) / sizes[N];
  return index[0] == index[1] ? element + sizes[N] : element;
}

/// Diagonally dominant: pivots are far from zero, also of what a run leaves.
double randomInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index,
                   double drawn) {
  return index[0] == index[1] ? sizes[N] + std::fabs(drawn) : drawn;
}

double integerInput(const Sizes &sizes, int buffer, std::span<const std::size_t> index,
                    double drawn) {
  return randomInput({3 * sizes[N]}, buffer, index, drawn);
}

std::vector<OutputReference> reference(const Problem & /*problem*/, ProductEngine & /*engine*/) {
  return {};
}

/// Every element from the others that the run has left in its row and column: with
/// s = sum of l[i][k] * u[k][j] over k < min(i, j),
///   l[i][j] = a[i][j] - s for j <= i,   u[i][j] = (a[i][j] - s) / l[i][i] for j > i.
/// So a bound follows from the length of the sum alone, however A is conditioned (Higham, Accuracy
/// and Stability of Numerical Algorithms, 2nd ed., Theorem 9.3), and all elements together are
/// right only if L * U is A.
std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine &engine) {
  const std::size_t n = problem.sizes[N];
  const std::vector<double> initial = toDouble(problem.arrays[A]);
  const std::vector<double> factors = finiteValues(results[A]);
  std::vector<double> lower(n * n);
  std::vector<double> upper(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j)
        (j < i ? lower : upper)[i * n + j] = factors[i * n + j];
    }
  }
  std::vector<double> value(n * n);
  std::vector<double> magnitude(n * n);
  engine.multiply(asMatrix(lower, n, n), asMatrix(upper, n, n), value.data(), magnitude.data());
  for (std::size_t at = 0; at < n * n; ++at) {
    const std::size_t row = at / n;
    const double divisor = at % n > row ? factors[row * n + row] : 1;
    value[at] = (initial[at] - value[at]) / divisor;
    magnitude[at] = (std::fabs(initial[at]) + magnitude[at]) / std::fabs(divisor);
  }
  std::vector<OutputReference> references;
  references.push_back(elementwiseReference(A, n, std::move(value), std::move(magnitude)));
  return references;
}

double operations(const Sizes &sizes) {
  const double n = sizes[N];
  return n * (n - 1) / 2 + n * (n - 1) * (2 * n - 1) / 3;
}

} // namespace

const Benchmark &lu() {
  static const Benchmark Descriptor = {
      .name = "lu",
      .summary = "A := L and U with A = L*U",
      .dimensions = {"N"},
      .datasets = {{"MINI", {512}},
                   {"SMALL", {1024}},
                   {"STANDARD", {2048}},
                   {"LARGE", {4096}},
                   {"EXTRALARGE", {8192}}},
      .emulatorSizes = {{33}, {77}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::InputOutput, BufferElement::Data, {N, N}}},
      .baseline = {},
      .classicInput = classicInput,
      .randomInput = randomInput,
      .integerInput = integerInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
