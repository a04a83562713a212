#include "polybench/Suite.h"
#include <string>

namespace warpsmith::polybench {

const std::vector<const harness::Benchmark *> &suite() {
  static const std::vector<const harness::Benchmark *> All = {
#define BENCHMARK(FUNCTION) &FUNCTION(),
#include "polybench/Benchmarks.def"
#undef BENCHMARK
  };
  return All;
}

const std::vector<const harness::Benchmark *> &contractions() {
  static const std::vector<const harness::Benchmark *> All = {&packedGemm(), &einsum(),
                                                              &attentionScores(), &trmm()};
  return All;
}

std::vector<const harness::Benchmark *> allBenchmarks() {
  std::vector<const harness::Benchmark *> all = suite();
  for (const auto *more : {&matmuls(), &convolutions(), &contractions()})
    all.insert(all.end(), more->begin(), more->end());
  return all;
}

const harness::Benchmark *findBenchmark(std::string_view name) {
  for (const harness::Benchmark *benchmark : allBenchmarks()) {
    if (benchmark->name == name)
      return benchmark;
  }
  return nullptr;
}

} // namespace warpsmith::polybench
