#include "polybench/Suite.h"
#include "polybench/cli/Commands.h"
#include "runtime/harness/core/Sizes.h"
#include <cstdio>

namespace warpsmith::polybench {
namespace {

using namespace warpsmith;
using namespace warpsmith::harness;

std::string listOf(const std::vector<ElementType> &types) {
  if (types == standardVariants().front().types)
    return "any";
  std::string list;
  for (const ElementType type : types)
    list += (list.empty() ? "" : ",") + std::string(spelling(type));
  return list;
}

void printBenchmark(const Benchmark &benchmark) {
  std::printf("  %-17s %s\n", std::string(benchmark.name).c_str(),
              std::string(benchmark.summary).c_str());
  std::string dimensions;
  for (const std::string_view dimension : benchmark.dimensions)
    dimensions += (dimensions.empty() ? "" : "x") + std::string(dimension);
  std::string line = dimensions + ":";
  constexpr std::size_t Width = 120;
  for (const Dataset &dataset : benchmark.datasets) {
    const std::string text = "  " + dataset.name + " " + shortSpelling(dataset.sizes);
    if (line.size() + text.size() > Width) {
      std::printf("  %-17s %s\n", "", line.c_str());
      line.clear();
    }
    line += text;
  }
  std::printf("  %-17s %s\n", "", line.c_str());
  std::printf("  %-17s %s%s\n", "", listOf(benchmark.types).c_str(),
              benchmark.products.empty() ? "; no product to rewrite" : "");
}

void printVariant(const Variant &variant) {
  std::printf("  %-30s %-9s %-28s %s\n", variant.name.c_str(),
              std::string(name(variant.contract)).c_str(), listOf(variant.types).c_str(),
              variant.isOriginal() ? "as written" : variant.passes.c_str());
}

} // namespace

int listCommand() {
  std::puts("Benchmarks:");
  for (const Benchmark *benchmark : suite())
    printBenchmark(*benchmark);
  std::puts("\nMatrix products, which are no part of `all`:");
  for (const Benchmark *benchmark : matmuls())
    printBenchmark(*benchmark);
  std::puts("\nConvolutions, which are no part of `all`:");
  for (const Benchmark *benchmark : convolutions())
    printBenchmark(*benchmark);
  std::puts("\nOther products, which are no part of `all`:");
  for (const Benchmark *benchmark : contractions())
    printBenchmark(*benchmark);
  std::puts("\nVariants (name, numerics, types, passes):");
  for (const Variant &variant : standardVariants())
    printVariant(variant);
  return Success;
}

} // namespace warpsmith::polybench
