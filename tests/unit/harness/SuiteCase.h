// One problem of the suite with results for its written buffers, to be judged.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include "runtime/harness/core/Reference.h"
#include "runtime/harness/core/Verification.h"
#include <gtest/gtest.h>

namespace warpsmith::polybench {

using namespace warpsmith;
using namespace warpsmith::harness;

using Table = std::vector<std::vector<double>>;

/// One problem with what a right run leaves in its written buffers.
struct Case {
  Problem problem;
  std::vector<HostArray> results;

  Case(const Benchmark &benchmark, const Sizes &sizes, InputKind inputs = InputKind::Random,
       ElementType type = ElementType::F64)
      : problem(makeProblem(benchmark, type, sizes, inputs, 7)) {
    for (const HostArray &array : problem.arrays)
      results.push_back(array.clone());
  }

  /// An input as a table; slices of a 3-D array lie below each other.
  Table input(const char *name) const {
    const HostArray &array = problem.arrays[findBuffer(*problem.benchmark, name)];
    const std::size_t columns = array.extents.back();
    const std::vector<double> values = toDouble(array);
    Table table;
    for (std::size_t start = 0; start < values.size(); start += columns)
      table.emplace_back(values.begin() + static_cast<std::ptrdiff_t>(start),
                         values.begin() + static_cast<std::ptrdiff_t>(start + columns));
    return table;
  }

  void set(const char *name, const Table &table) {
    HostArray &array = results[findBuffer(*problem.benchmark, name)];
    std::size_t index = 0;
    for (const std::vector<double> &row : table) {
      for (const double value : row)
        storeElement(array.type, array.bytes.get(), index++, value);
    }
    ASSERT_EQ(index, array.elements()) << name;
  }

  std::vector<OutputReference> references() const {
    HostProductEngine engine;
    const Benchmark &benchmark = *problem.benchmark;
    std::vector<OutputReference> all = benchmark.reference(problem, engine);
    if (benchmark.linkReference) {
      for (OutputReference &reference : benchmark.linkReference(problem, results, engine))
        all.push_back(std::move(reference));
    }
    return all;
  }

  /// Names of the written buffers that do not agree with their references.
  std::vector<std::string> wrong(Numerics contract = Numerics::Fp32) const {
    std::vector<std::string> names;
    for (const OutputReference &reference : references()) {
      const bool exact =
          problem.inputs == InputKind::Integer && sumsAreExact(reference, contract, problem.type);
      if (!compareWithReference(results[reference.buffer], reference, contract, problem.type, exact)
               .passed())
        names.emplace_back(problem.benchmark->buffers[reference.buffer].name);
    }
    return names;
  }

  double scalar(int index) const { return problem.scalars[index]; }
};

} // namespace warpsmith::polybench
