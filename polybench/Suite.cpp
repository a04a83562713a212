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

const harness::Benchmark *findBenchmark(std::string_view name) {
  for (const harness::Benchmark *benchmark : suite()) {
    if (benchmark->name == name)
      return benchmark;
  }
  return nullptr;
}

std::filesystem::path sourceOf(const harness::Benchmark &benchmark,
                               const std::filesystem::path &root) {
  const std::string name(benchmark.name);
  return root / "polybench" / name / (name + ".cu");
}

} // namespace warpsmith::polybench
