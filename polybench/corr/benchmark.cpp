// CORR: symmat := data' * data of the N x M table data with its columns centred and of length 1.
#include "polybench/Suite.h"
#include "polybench/common/ColumnStatistics.h"
#include "runtime/harness/core/Reference.h"
#include <cmath>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { M, N };
enum Buffer { Data, Mean, Stddev, Symmat };

constexpr double Epsilon = 0.005; // EPS of corr.cuh

double classicInput(const Sizes &sizes, int /*buffer*/, std::span<const std::size_t> index) {
  return static_cast<double>(index[0]) * static_cast<double>(index[1]) / sizes[M];
}

std::vector<OutputReference> reference(const Problem &problem, ProductEngine & /*engine*/) {
  std::vector<OutputReference> references;
  references.push_back(meanReference(Mean, problem.arrays[Data]));
  return references;
}

/// Products of the columns that the run has left in data.
OutputReference products(const HostArray &data, ProductEngine &engine) {
  const std::vector<double> values = toDouble(data);
  const MatrixView matrix = asMatrix(values, data);
  OutputReference result =
      productReference(engine, Symmat, 1, matrix.transposed(), matrix, 0, nullptr);
  result.largestOperand = largestMagnitude(values);
  result.rounds = true; // what was centred is no integer
  return result;
}

std::vector<OutputReference> linkReference(const Problem &problem,
                                           const std::vector<HostArray> &results,
                                           ProductEngine &engine) {
  const HostArray &before = problem.arrays[Data];
  const std::vector<double> mean = toDouble(results[Mean]);
  std::vector<double> lengths = toDouble(results[Stddev]);
  for (double &length : lengths)
    length *= std::sqrt(problem.sizes[N]);
  std::vector<OutputReference> references;
  references.push_back(
      deviationReference(Stddev, before, mean, roundScalar(problem.type, Epsilon)));
  references.push_back(centredReference(Data, before, mean, lengths));
  references.push_back(products(results[Data], engine));
  for (std::size_t column = 0; column < mean.size(); ++column)
    references.back().value[column * mean.size() + column] = 1;
  return references;
}

/// The products of one triangle; mean, deviation and centring.
double operations(const Sizes &sizes) {
  return 1.0 * sizes[M] * (sizes[M] - 1) * sizes[N] + 6.0 * sizes[M] * sizes[N];
}

} // namespace

const Benchmark &corr() {
  static const Benchmark Descriptor = {
      .name = "corr",
      .summary = "symmat := data'*data of centred columns of length 1",
      .dimensions = {"M", "N"},
      .datasets = {{"MINI", {512, 512}},
                   {"SMALL", {1024, 1024}},
                   {"STANDARD", {2048, 2048}},
                   {"LARGE", {4096, 4096}},
                   {"EXTRALARGE", {8192, 8192}}},
      .emulatorSizes = {{64, 64}, {139, 37}},
      .types = {F32, F64},
      .products = {"corr_kernel"},
      .scalars = {},
      .buffers = {{"data", BufferRole::InputOutput, BufferElement::Data, {N, M}},
                  {"mean", BufferRole::Intermediate, BufferElement::Data, {M}},
                  {"stddev", BufferRole::Intermediate, BufferElement::Data, {M}},
                  {"symmat", BufferRole::Output, BufferElement::Data, {M, M}}},
      .baseline = {{.left = Data,
                    .right = Data,
                    .output = Symmat,
                    .rows = {M},
                    .columns = {M},
                    .length = {N},
                    .transposeLeft = true}},
      .baselineHasParts = true,
      .classicInput = classicInput,
      .reference = reference,
      .linkReference = linkReference,
      .operations = operations,
      .classicThreshold = 1.05,
  };
  return Descriptor;
}

} // namespace warpsmith::polybench
