#include "runtime/harness/core/Sizes.h"
#include "runtime/harness/core/Random.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace warpsmith::harness {
namespace {

constexpr std::uint32_t RandomStream = 0x512e5; // beside those of a problem's arrays

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

/// Why the benchmark cannot have these sizes; empty when it can.
std::string whyUnfit(const Benchmark &benchmark, const Sizes &sizes) {
  if (std::string why = benchmark.whyUnfit ? benchmark.whyUnfit(sizes) : ""; !why.empty())
    return why;
  const Sizes all = allSizes(benchmark, sizes);
  for (const BufferDescription &buffer : benchmark.buffers) {
    double elements = 1;
    for (const int dimension : buffer.extents)
      elements *= all[dimension];
    if (elements > std::numeric_limits<int>::max()) {
      return std::string(buffer.name) + " would have " +
             std::to_string(static_cast<long long>(elements)) +
             " elements, more than the kernel's 32-bit indices reach";
    }
  }
  return {};
}

/// The value that the benchmark gives a dimension whatever the size, or 0.
int givenExtent(const Benchmark &benchmark, std::size_t dimension) {
  for (const Sizes *known : {&benchmark.constantSizes, &benchmark.sizesByDefault})
    if (dimension < known->size() && (*known)[dimension])
      return (*known)[dimension];
  return 0;
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
  if (sizes.size() == 1 && dimensions > 1) {
    sizes.resize(dimensions, sizes.front());
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension)
      if (const int given = givenExtent(benchmark, dimension))
        sizes[dimension] = given;
  }
  // Where all dimensions are constants there is one size.
  const Sizes &constants = benchmark.constantSizes;
  if (constants.size() == dimensions && std::ranges::count(constants, 0) == 0) {
    if (sizes != constants)
      throw InputError("size " + quoted(text) + ": '" + benchmark.name +
                       "' has the constant size " + spelling(constants) +
                       "; where it comes from a macro, its value can be given after --, as "
                       "-DNAME=VALUE");
    return sizes;
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
    const int constant =
        dimension < benchmark.constantSizes.size() ? benchmark.constantSizes[dimension] : 0;
    if (constant && constant != sizes[dimension])
      throw InputError("size " + quoted(text) + ": " + benchmark.dimensions[dimension] +
                       " is the constant " + std::to_string(constant) + " in '" + benchmark.name +
                       "'; where it is a macro, its value can be given after --, as -DNAME=VALUE");
  }
  return sizes;
}

std::vector<Sizes> randomSizes(const Benchmark &benchmark, int count, int smallest, int largest,
                               std::uint64_t seed) {
  const RandomSequence random(seed, RandomStream);
  std::vector<Sizes> all;
  std::set<Sizes> known;
  std::uint64_t index = 0;
  // Few sizes may be possible: then there are no more.
  constexpr int TriesOfEach = 20;
  for (int tries = 0; static_cast<int>(all.size()) < count && tries < TriesOfEach * count;
       ++tries) {
    Sizes sizes;
    for (std::size_t dimension = 0; dimension < benchmark.dimensions.size(); ++dimension) {
      const double part = (random.uniform(index++) + 1) / 2;
      const int given = givenExtent(benchmark, dimension);
      const double extent = smallest * std::pow((largest + 1.0) / smallest, part);
      sizes.push_back(given ? given : std::min(static_cast<int>(extent), largest));
    }
    if (whyUnfit(benchmark, sizes).empty() && known.insert(sizes).second)
      all.push_back(std::move(sizes));
  }
  return all;
}

} // namespace

Sizes parseSize(const Benchmark &benchmark, std::string_view text) {
  Sizes sizes = readSize(benchmark, text);
  if (const std::string why = whyUnfit(benchmark, sizes); !why.empty())
    throw InputError("size " + quoted(text) + ": " + why);
  return sizes;
}

std::vector<Sizes> parseSizes(const Benchmark &benchmark, std::string_view text,
                              std::uint64_t seed) {
  constexpr std::string_view Random = "RANDOM:"; // datasets are told by any case, too
  if (!upperCase(text).starts_with(Random))
    return {parseSize(benchmark, text)};
  std::string_view numbers = text.substr(Random.size());
  const std::size_t colon = numbers.find(':');
  const int count = parseExtent(numbers.substr(0, colon), text);
  constexpr int MostSizes = 100000, LargestByDefault = 1024;
  if (count > MostSizes)
    throw InputError("size " + quoted(text) + ": more than " + std::to_string(MostSizes) +
                     " sizes");
  int smallest = 1, largest = LargestByDefault;
  if (colon != std::string_view::npos) {
    const std::string_view range = numbers.substr(colon + 1);
    const std::size_t dash = range.find('-');
    if (dash != std::string_view::npos)
      smallest = parseExtent(range.substr(0, dash), text);
    largest = parseExtent(dash == std::string_view::npos ? range : range.substr(dash + 1), text);
  }
  if (smallest > largest)
    throw InputError("size " + quoted(text) + ": the smallest extent is larger than the largest");
  std::vector<Sizes> sizes = randomSizes(benchmark, count, smallest, largest, seed);
  if (sizes.empty())
    throw InputError("size " + quoted(text) + ": none was found that '" +
                     std::string(benchmark.name) + "' can have");
  return sizes;
}

bool namesSize(const std::vector<std::string> &texts, const Benchmark &benchmark,
               const Sizes &sizes) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string &text) { return parseSize(benchmark, text) == sizes; });
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
