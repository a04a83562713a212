// All benchmarks of the suite.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <filesystem>
#include <vector>

namespace warpsmith::polybench {

#define BENCHMARK(FUNCTION) const harness::Benchmark &FUNCTION();
#include "polybench/Benchmarks.def"
#undef BENCHMARK

/// Every benchmark, in the order of Benchmarks.def.
const std::vector<const harness::Benchmark *> &suite();

/// The benchmark of that name, or null.
const harness::Benchmark *findBenchmark(std::string_view name);

/// Where its CUDA source lies in a copy of the repository: ROOT/polybench/NAME/NAME.cu.
std::filesystem::path sourceOf(const harness::Benchmark &benchmark,
                               const std::filesystem::path &root);

} // namespace warpsmith::polybench
