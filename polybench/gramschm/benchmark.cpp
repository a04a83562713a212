// GRAMSCHM: A = Q * R by the modified Gram-Schmidt process; A and Q are NI x NJ, R is NJ x NJ.
#include "polybench/Suite.h"
#include "runtime/harness/core/Reference.h"
#include <algorithm>
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { NI, NJ };
enum Buffer { A, R, Q };

/// Upstream's i * j / NI has a first column of zeros, which makes everything NaN. NI on the
/// diagonal makes the columns independent.
double classicInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index) {
  const double element = static_cast<double>(index[0]) * static_cast<double>(index[1]) / sizes[NI];
  return index[0] == index[1] ? element + sizes[NI] : element;
}

/// Columns far from dependent: a random matrix has no singular value above 1.2 sqrt(NI) or so. What
/// a run leaves in A is orthogonal and stays as it is.
double randomInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index,
                   double drawn) {
  return index[0] == index[1] ? 3 * std::sqrt(sizes[NI]) + std::fabs(drawn) : drawn;
}

double integerInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index,
                    double drawn) {
  return index[0] == index[1] ? 4 * std::ceil(std::sqrt(sizes[NI])) + std::fabs(drawn) : drawn;
}

std::vector<OutputReference> reference(const Problem & /*problem*/, ProductEngine & /*engine*/) {
  return {};
}

/// The square matrix with zeros below its diagonal, and on it.
std::vector<double> strictlyUpper(std::vector<double> matrix, std::size_t n) {
  for (std::size_t row = 0; row < n; ++row)
    std::fill_n(matrix.begin() + static_cast<std::ptrdiff_t>(row * n), row + 1, 0.0);
  return matrix;
}

/// r[k][k] is the length of the column of A that the run has left, r[k][j] for j > k the product of
/// q[:][k] and column j as it was at step k: a0[:][j] - sum of q[:][m] * r[m][j] over m < k. So
///   r[k][j] = (Q' A0)[k][j] - sum of (Q' Q)[k][m] * r[m][j] over m < k.
/// Each term passes through NI roundings of the sum over rows and k of the column's updates. The
/// FP64 sums are in another order and have NI more. Below the diagonal nothing is written.
OutputReference lengths(const Problem &problem, const std::vector<double> &a,
                        const std::vector<double> &r, const std::vector<double> &q,
                        ProductEngine &engine) {
  const std::size_t rows = problem.sizes[NI];
  const std::size_t n = problem.sizes[NJ];
  const std::vector<double> initial = toDouble(problem.arrays[A]);
  const MatrixView qMatrix = asMatrix(q, rows, n);
  std::vector<double> value(n * n);
  std::vector<double> magnitude(n * n);
  engine.multiply(qMatrix.transposed(), asMatrix(initial, rows, n), value.data(), magnitude.data());
  std::vector<double> inner(n * n);
  std::vector<double> innerMagnitude(n * n);
  engine.multiply(qMatrix.transposed(), qMatrix, inner.data(), innerMagnitude.data());
  // Q' * Q is symmetric: what is left of its diagonal is what is above, transposed.
  inner = strictlyUpper(std::move(inner), n);
  innerMagnitude = strictlyUpper(std::move(innerMagnitude), n);
  const std::vector<double> upper = strictlyUpper(r, n);
  std::vector<double> updates(n * n);
  std::vector<double> updateMagnitude(n * n);
  std::vector<double> unused(n * n);
  engine.multiply(asMatrix(inner, n, n).transposed(), asMatrix(upper, n, n), updates.data(),
                  unused.data());
  engine.multiply(asMatrix(innerMagnitude, n, n).transposed(), asMatrix(upper, n, n), unused.data(),
                  updateMagnitude.data());
  for (std::size_t at = 0; at < n * n; ++at) {
    value[at] -= updates[at];
    magnitude[at] += updateMagnitude[at];
  }
  for (std::size_t k = 0; k < n; ++k) {
    double square = 0;
    for (std::size_t i = 0; i < rows; ++i)
      square += a[i * n + k] * a[i * n + k];
    value[k * n + k] = magnitude[k * n + k] = std::sqrt(square);
    for (std::size_t j = 0; j < k; ++j) {
      value[k * n + j] = std::numeric_limits<double>::quiet_NaN();
      magnitude[k * n + j] = 0;
    }
  }
  const std::size_t length = rows + n + (problem.type == F64 ? rows : 0);
  return elementwiseReference(R, length, std::move(value), std::move(magnitude));
}

/// What is left of A is a0 - sum of q[:][k] * r[k][j] over k < j, each update one rounding more.
OutputReference remainders(const Problem &problem, const std::vector<double> &r,
                           const std::vector<double> &q, ProductEngine &engine) {
  const std::size_t rows = problem.sizes[NI];
  const std::size_t n = problem.sizes[NJ];
  std::vector<double> value(rows * n);
  std::vector<double> magnitude(rows * n);
  const std::vector<double> upper = strictlyUpper(r, n);
  engine.multiply(asMatrix(q, rows, n), asMatrix(upper, n, n), value.data(), magnitude.data());
  const std::vector<double> initial = toDouble(problem.arrays[A]);
  for (std::size_t at = 0; at < value.size(); ++at) {
    value[at] = initial[at] - value[at];
    magnitude[at] += std::fabs(initial[at]);
  }
  return elementwiseReference(A, n, std::move(value), std::move(magnitude));
}

/// Every result from the others that the run has left, so that a bound follows from the lengths of
/// sums alone; together they are right only if Q * R is A and Q's columns are A's, made orthogonal
/// one after the other.
std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine &engine) {
  const std::vector<double> a = finiteValues(results[A]);
  const std::vector<double> r = finiteValues(results[R]);
  const std::vector<double> q = finiteValues(results[Q]);
  const std::size_t n = problem.sizes[NJ];
  std::vector<double> quotients(a.size());
  std::vector<double> magnitude(a.size());
  for (std::size_t at = 0; at < a.size(); ++at) {
    quotients[at] = a[at] / r[(at % n) * n + at % n];
    magnitude[at] = std::fabs(quotients[at]);
  }
  std::vector<OutputReference> references;
  references.push_back(remainders(problem, r, q, engine));
  references.push_back(lengths(problem, a, r, q, engine));
  references.push_back(elementwiseReference(Q, 0, std::move(quotients), std::move(magnitude)));
  return references;
}

double operations(const Sizes &sizes) {
  const double rows = sizes[NI];
  const double n = sizes[NJ];
  return 3 * rows * n + 2 * rows * n * (n - 1);
}

std::string whyUnfit(const Sizes &sizes) {
  return sizes[NI] < sizes[NJ]
             ? "columns that are more than the rows depend on each other; NI must "
               "be NJ or more"
             : "";
}

} // namespace

const Benchmark &gramschm() {
  static const Benchmark Descriptor = {
      .name = "gramschm",
      .summary = "A = Q*R by the modified Gram-Schmidt process",
      .dimensions = {"NI", "NJ"},
      .datasets = {{"MINI", {512, 512}},
                   {"SMALL", {1024, 1024}},
                   {"STANDARD", {2048, 2048}},
                   {"LARGE", {4096, 4096}},
                   {"EXTRALARGE", {8192, 8192}}},
      .emulatorSizes = {{33, 33}, {77, 45}},
      .types = {F32, F64},
      .products = {},
      .scalars = {},
      .buffers = {{"A", BufferRole::InputOutput, BufferElement::Data, {NI, NJ}},
                  {"R", BufferRole::Output, BufferElement::Data, {NJ, NJ}},
                  {"Q", BufferRole::Output, BufferElement::Data, {NI, NJ}}},
      .baseline = {},
      .classicInput = classicInput,
      .randomInput = randomInput,
      .integerInput = integerInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
      .whyUnfit = whyUnfit,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
