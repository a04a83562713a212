#include "runtime/harness/core/Problem.h"
#include "runtime/harness/core/Parallel.h"
#include "runtime/harness/core/Random.h"
#include <array>
#include <cmath>
#include <cstring>

namespace warpsmith::harness {
namespace {

constexpr std::string_view InputNames[] = {"random", "normal", "integer", "polybench"};
constexpr int LargestInteger = 3;
constexpr std::size_t MaximumRank = 4;
constexpr std::size_t FillGrain = 1 << 14;

double scalarValue(const ScalarDescription &scalar, InputKind inputs) {
  switch (inputs) {
  case InputKind::Classic:
    return scalar.classic;
  case InputKind::Integer:
    return scalar.integer;
  case InputKind::Random:
  case InputKind::Normal:
    break;
  }
  return scalar.random;
}

double inputValue(InputKind inputs, const RandomSequence &random, std::size_t index) {
  switch (inputs) {
  case InputKind::Integer:
    return random.integer(index, LargestInteger);
  case InputKind::Normal:
    return random.normal(index);
  case InputKind::Random:
  case InputKind::Classic:
    break;
  }
  return random.uniform(index);
}

/// What random numbers around 1 are multiplied with to fill an array of that type.
double spread(ElementType type) {
  return !isInteger(type) ? 1 : sizeOf(type) == 1 ? 127 : 1000;
}

using Position = std::array<std::size_t, MaximumRank>;

Position position(std::size_t index, const std::vector<std::size_t> &extents) {
  Position result = {};
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    result[axis] = index % extents[axis];
    index /= extents[axis];
  }
  return result;
}

void fill(const Problem &problem, int buffer, std::uint64_t seed, HostArray &array) {
  const RandomSequence random(seed, static_cast<std::uint32_t>(buffer));
  const Benchmark &benchmark = *problem.benchmark;
  const auto &shaped =
      problem.inputs == InputKind::Integer ? benchmark.integerInput : benchmark.randomInput;
  parallelFor(array.elements(), FillGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t index = begin; index < end; ++index) {
      double value = 0;
      const Position where = problem.inputs == InputKind::Classic || shaped
                                 ? position(index, array.extents)
                                 : Position();
      const auto coordinates = std::span(where).first(array.extents.size());
      if (problem.inputs == InputKind::Classic) {
        value = benchmark.classicInput(problem.sizes, buffer, coordinates);
      } else {
        value = inputValue(problem.inputs, random, index);
        // Most whole numbers between -1 and 1 are 0.
        if (problem.inputs != InputKind::Integer)
          value *= spread(array.type);
        if (shaped)
          value = shaped(problem.sizes, buffer, coordinates, value);
      }
      storeElement(array.type, array.bytes.get(), index, value);
    }
  });
}

} // namespace

HostArray::HostArray(ElementType type, std::vector<std::size_t> extents)
    : type(type),
      extents(std::move(extents)),
      bytes(new std::byte[size()]) {
}

HostArray HostArray::clone() const {
  HostArray copy(type, extents);
  std::memcpy(copy.bytes.get(), bytes.get(), size());
  return copy;
}

std::size_t HostArray::elements() const {
  std::size_t count = 1;
  for (const std::size_t extent : extents)
    count *= extent;
  return count;
}

std::string_view spelling(InputKind kind) {
  return InputNames[static_cast<int>(kind)];
}

std::optional<InputKind> parseInputKind(std::string_view text) {
  for (int index = 0; index < static_cast<int>(std::size(InputNames)); ++index) {
    if (text == InputNames[index])
      return static_cast<InputKind>(index);
  }
  return std::nullopt;
}

double roundScalar(ElementType type, double value) {
  if (isInteger(type))
    return std::nearbyint(value);
  return resultType(type) == ElementType::F64 ? value
                                              : static_cast<double>(static_cast<float>(value));
}

double roundScalar(const ScalarDescription &scalar, ElementType data, double value) {
  if (!scalar.type)
    return roundScalar(data, value);
  alignas(double) std::byte bytes[sizeof(double)];
  storeElement(*scalar.type, bytes, 0, value);
  return loadElement(*scalar.type, bytes, 0);
}

Problem makeProblem(const Benchmark &benchmark, ElementType type, const Sizes &sizes,
                    InputKind inputs, std::uint64_t seed) {
  Problem problem{&benchmark, type, sizes, inputs, {}, {}};
  for (const ScalarDescription &scalar : benchmark.scalars)
    problem.scalars.push_back(roundScalar(scalar, type, scalarValue(scalar, inputs)));
  for (int buffer = 0; buffer < static_cast<int>(benchmark.buffers.size()); ++buffer) {
    HostArray array(typeOf(benchmark, buffer, type), extentsOf(benchmark, buffer, sizes));
    if (isPoisoned(benchmark.buffers[buffer].role)) {
      std::memset(array.bytes.get(), 0xff, array.size()); // all ones is a NaN in every type
    } else {
      fill(problem, buffer, seed, array);
    }
    problem.arrays.push_back(std::move(array));
  }
  return problem;
}

} // namespace warpsmith::harness
