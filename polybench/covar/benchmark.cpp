// COVAR: symmat := data' * data of the N x M table data with its columns centred.
#include "polybench/Suite.h"
#include "polybench/common/ColumnStatistics.h"
#include "runtime/harness/core/Reference.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;
using enum ElementType;

enum Dimension { M, N };
enum Buffer { Data, Mean, Symmat };

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
  std::vector<OutputReference> references;
  references.push_back(centredReference(Data, problem.arrays[Data], toDouble(results[Mean]), {}));
  references.push_back(products(results[Data], engine));
  return references;
}

/// The products of one triangle with its diagonal; the mean and the centring.
double operations(const Sizes &sizes) {
  return 1.0 * sizes[M] * (sizes[M] + 1) * sizes[N] + 2.0 * sizes[M] * sizes[N];
}

} // namespace

const Benchmark &covar() {
  static const Benchmark Descriptor = {
      .name = "covar",
      .summary = "symmat := data'*data of centred columns",
      .dimensions = {"M", "N"},
      .datasets = {{"MINI", {512, 512}},
                   {"SMALL", {1024, 1024}},
                   {"STANDARD", {2048, 2048}},
                   {"LARGE", {4096, 4096}},
                   {"EXTRALARGE", {8192, 8192}}},
      .emulatorSizes = {{64, 64}, {139, 37}},
      .types = {F32, F64},
      .products = {"covar_kernel"},
      .scalars = {},
      .buffers = {{"data", BufferRole::InputOutput, BufferElement::Data, {N, M}},
                  {"mean", BufferRole::Intermediate, BufferElement::Data, {M}},
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
