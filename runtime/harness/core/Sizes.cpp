#include "runtime/harness/core/Sizes.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

namespace warpsmith::harness {
namespace {

std::string upperCase(std::string_view text) {
  std::string result(text);
  for (char &character : result)
    character = static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
  return result;
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

int parseExtent(std::string_view text, std::string_view whole) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    throw InputError("size " + quoted(whole) + ": " + quoted(text) + " is larger than " +
                     std::to_string(std::numeric_limits<int>::max()));
  }
  if (error != std::errc() || end != text.data() + text.size())
    throw InputError("size " + quoted(whole) + ": " + quoted(text) + " is not a whole number");
  if (value < 1)
    throw InputError("size " + quoted(whole) + ": every dimension must be at least 1");
  return value;
}

void checkElementCounts(const Benchmark &benchmark, const Sizes &sizes, std::string_view text) {
  for (const BufferDescription &buffer : benchmark.buffers) {
    double elements = 1;
    for (const int dimension : buffer.extents)
      elements *= sizes[dimension];
    if (elements > std::numeric_limits<int>::max()) {
      throw InputError("size " + quoted(text) + ": " + std::string(buffer.name) + " would have " +
                       std::to_string(static_cast<long long>(elements)) +
                       " elements, more than the kernel's 32-bit indices reach");
    }
  }
}

Sizes readSize(const Benchmark &benchmark, std::string_view text) {
  const std::size_t dimensions = benchmark.dimensions.size();
  if (!text.empty() && std::isalpha(static_cast<unsigned char>(text.front()))) {
    std::string known;
    for (const Dataset &dataset : benchmark.datasets) {
      if (dataset.name == upperCase(text))
        return dataset.sizes;
      known += (known.empty() ? "" : ", ") + std::string(dataset.name);
    }
    throw InputError("size " + quoted(text) + " is neither a number nor a dataset of '" +
                     std::string(benchmark.name) + "' (" + known + ")");
  }
  Sizes sizes;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("xX", start), text.size());
    sizes.push_back(parseExtent(text.substr(start, end - start), text));
    start = end + 1;
  }
  const auto given = [](const Sizes &known, std::size_t dimension) {
    return dimension < known.size() ? known[dimension] : 0;
  };
  if (sizes.size() == 1 && dimensions > 1) {
    sizes.resize(dimensions, sizes.front());
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension)
      for (const Sizes *known : {&benchmark.sizesByDefault, &benchmark.constantSizes})
        if (const int size = given(*known, dimension))
          sizes[dimension] = size;
  }
  if (sizes.size() != dimensions) {
    std::string names;
    for (const std::string &name : benchmark.dimensions)
      names += (names.empty() ? "" : "x") + name;
    throw InputError("size " + quoted(text) + " has " + std::to_string(sizes.size()) +
                     " dimensions; '" + std::string(benchmark.name) + "' takes one number or " +
                     names);
  }
  for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
    const int constant = given(benchmark.constantSizes, dimension);
    if (constant && constant != sizes[dimension])
      throw InputError("size " + quoted(text) + ": " + benchmark.dimensions[dimension] +
                       " is the constant " + std::to_string(constant) + " in '" + benchmark.name +
                       "'; where it is a macro, its value can be given after --, as -DNAME=VALUE");
  }
  return sizes;
}

} // namespace

Sizes parseSize(const Benchmark &benchmark, std::string_view text) {
  Sizes sizes = readSize(benchmark, text);
  checkElementCounts(benchmark, sizes, text);
  return sizes;
}

std::string spelling(const Sizes &sizes) {
  std::string text;
  for (const int size : sizes)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

std::string shortSpelling(const Sizes &sizes) {
  const bool equal =
      std::all_of(sizes.begin(), sizes.end(), [&](int size) { return size == sizes.front(); });
  return equal && !sizes.empty() ? std::to_string(sizes.front()) : spelling(sizes);
}

std::vector<std::string> splitList(std::string_view text, std::string_view what) {
  std::vector<std::string> items;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    if (end == start)
      throw InputError(std::string(what) + ": empty item in '" + std::string(text) + "'");
    items.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return items;
}

} // namespace warpsmith::harness
