// All benchmarks: PolyBench/GPU's suite, and matrix products and convolutions as
// networks have them.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <vector>

namespace warpsmith::polybench {

#define BENCHMARK(FUNCTION) const harness::Benchmark &FUNCTION();
#include "polybench/Benchmarks.def"
#undef BENCHMARK

/// Every benchmark of the suite, in the order of Benchmarks.def.
const std::vector<const harness::Benchmark *> &suite();

/// C := A B in every layout and with every type of C (polybench/matmul). They are no part of the
/// suite: what is said of the whole suite is not said of them.
const std::vector<const harness::Benchmark *> &matmuls();

/// Layers of convolutional networks (polybench/conv2d), no part of the suite either.
const std::vector<const harness::Benchmark *> &convolutions();

/// Products that are written otherwise than C := A B: in packed layouts, with many indices, with
/// what networks do around them, with triangular matrices. No part of the suite.
const std::vector<const harness::Benchmark *> &contractions();
const harness::Benchmark &packedGemm();
const harness::Benchmark &einsum();
const harness::Benchmark &attentionScores();
const harness::Benchmark &trmm();

/// All of them.
std::vector<const harness::Benchmark *> allBenchmarks();

/// The benchmark of that name, or null.
const harness::Benchmark *findBenchmark(std::string_view name);

} // namespace warpsmith::polybench
