#include "polybench/cli/UserMatrices.h"
#include "runtime/harness/core/MatrixFile.h"
#include "runtime/harness/core/Sizes.h"

namespace warpsmith::polybench {
namespace {

using namespace warpsmith::harness;

/// A dimension's size and the file that gave it.
struct KnownSize {
  int size = 0;
  std::string file;
};

std::string shapeOf(const Matrix &matrix) {
  return std::to_string(matrix.rows) + "x" + std::to_string(matrix.columns);
}

void learnSize(std::vector<KnownSize> &known, const Benchmark &benchmark, int dimension,
               std::size_t size, const std::string &file) {
  KnownSize &entry = known[static_cast<std::size_t>(dimension)];
  const int wanted = static_cast<int>(size);
  if (entry.size && entry.size != wanted) {
    throw InputError(file + " and " + entry.file +
                     " do not fit together: " + std::string(benchmark.dimensions[dimension]) +
                     " is " + std::to_string(wanted) + " in the one and " +
                     std::to_string(entry.size) + " in the other");
  }
  entry = {wanted, file};
}

} // namespace

UserProblem readUserProblem(const RunOptions &options) {
  const auto benchmarks = selectBenchmarks(options.build);
  if (benchmarks.size() != 1)
    throw InputError("--input needs one benchmark, not 'all'");
  UserProblem problem;
  problem.benchmark = benchmarks.front();
  const Benchmark &benchmark = *problem.benchmark;
  std::vector<int> inputs;
  int output = -1;
  for (int buffer = 0; buffer < static_cast<int>(benchmark.buffers.size()); ++buffer) {
    const BufferRole role = benchmark.buffers[buffer].role;
    if (!isPoisoned(role))
      inputs.push_back(buffer);
    if (role == BufferRole::InputOutput || role == BufferRole::Output)
      output = buffer;
  }
  if (options.input.size() > inputs.size()) {
    throw InputError("--input: '" + std::string(benchmark.name) + "' takes at most " +
                     std::to_string(inputs.size()) + " matrices, " +
                     std::to_string(options.input.size()) + " were given");
  }
  std::vector<KnownSize> known(benchmark.dimensions.size());
  for (std::size_t index = 0; index < options.input.size(); ++index) {
    const std::string &file = options.input[index];
    const BufferDescription &buffer = benchmark.buffers[inputs[index]];
    if (buffer.extents.size() != 2) {
      throw InputError("'" + file + "': " + std::string(buffer.name) + " of '" +
                       std::string(benchmark.name) + "' is not a matrix");
    }
    const Matrix matrix = readMatrix(file);
    learnSize(known, benchmark, buffer.extents[0], matrix.rows,
              file + " (" + shapeOf(matrix) + ")");
    learnSize(known, benchmark, buffer.extents[1], matrix.columns,
              file + " (" + shapeOf(matrix) + ")");
    problem.input.matrices[std::string(buffer.name)] = std::filesystem::absolute(file).string();
  }
  for (std::size_t dimension = 0; dimension < known.size(); ++dimension) {
    if (!known[dimension].size) {
      throw InputError("--input: more matrices are needed to know " +
                       std::string(benchmark.dimensions[dimension]));
    }
    problem.sizes.push_back(known[dimension].size);
  }
  parseSize(benchmark, spelling(problem.sizes)); // the same limits as on the command line
  if (!options.output.empty() && !isMatrixFile(options.output))
    throw InputError("--output: '" + options.output + "' must end in .csv or .npy");
  problem.input.outputBuffer = std::string(benchmark.buffers[output].name);
  problem.input.outputFile =
      options.output.empty() ? "" : std::filesystem::absolute(options.output);
  problem.input.scalars = {{"alpha", options.alpha}, {"beta", options.beta}};
  return problem;
}

} // namespace warpsmith::polybench
