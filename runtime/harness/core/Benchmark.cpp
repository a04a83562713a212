#include "runtime/harness/core/Benchmark.h"
#include <algorithm>

namespace warpsmith::harness {

int findBuffer(const Benchmark &benchmark, std::string_view name) {
  for (std::size_t index = 0; index < benchmark.buffers.size(); ++index) {
    if (benchmark.buffers[index].name == name)
      return static_cast<int>(index);
  }
  return -1;
}

bool hasBaseline(const Benchmark &benchmark) {
  return !benchmark.baseline.empty() || benchmark.triangularProduct || benchmark.convolution;
}

Sizes allSizes(const Benchmark &benchmark, const Sizes &sizes) {
  Sizes all = sizes;
  if (benchmark.derivedSizes)
    for (const int derived : benchmark.derivedSizes(sizes))
      all.push_back(derived);
  return all;
}

std::vector<std::size_t> extentsOf(const Benchmark &benchmark, int buffer, const Sizes &sizes) {
  const Sizes all = allSizes(benchmark, sizes);
  std::vector<std::size_t> extents;
  for (const int dimension : benchmark.buffers[buffer].extents)
    extents.push_back(static_cast<std::size_t>(all[dimension]));
  return extents;
}

std::size_t elementsOf(const Benchmark &benchmark, int buffer, const Sizes &sizes) {
  std::size_t count = 1;
  for (const std::size_t extent : extentsOf(benchmark, buffer, sizes))
    count *= extent;
  return count;
}

ElementType typeOf(const Benchmark &benchmark, int buffer, ElementType dataType) {
  const BufferDescription &description = benchmark.buffers[buffer];
  if (description.type)
    return *description.type;
  return description.element == BufferElement::Data ? dataType : resultType(dataType);
}

bool isWritten(const Benchmark &benchmark, int buffer) {
  return benchmark.buffers[buffer].role != BufferRole::Input;
}

bool supports(const Benchmark &benchmark, ElementType dataType) {
  return std::find(benchmark.types.begin(), benchmark.types.end(), dataType) !=
         benchmark.types.end();
}

double compulsoryBytes(const Benchmark &benchmark, const Sizes &sizes, ElementType dataType) {
  double bytes = 0;
  for (int buffer = 0; buffer < static_cast<int>(benchmark.buffers.size()); ++buffer) {
    const BufferRole role = benchmark.buffers[buffer].role;
    const int passes = role == BufferRole::InputOutput    ? 2
                       : role == BufferRole::Intermediate ? 0
                                                          : 1;
    bytes += static_cast<double>(passes * elementsOf(benchmark, buffer, sizes) *
                                 sizeOf(typeOf(benchmark, buffer, dataType)));
  }
  return bytes;
}

} // namespace warpsmith::harness
