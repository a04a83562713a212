/// What the programs share that run one of two kernels which are compared: the data they start
/// from, and how what they leave is compared. Compiled by warpsmith-emulate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace warpsmith_compared {

/// What arrays are filled with.
enum class Data {
  Eighths, ///< of 1 to 8, of either sign: sums are exact in any order, so a missing term is seen
  Uniform, ///< in [-1, 1]
  Spread,  ///< of very different size, so that sums cancel and the order of additions is seen
  Special  ///< some are infinite, NaN, subnormal or a zero of either sign
};

/// Some kernel makes them numbers of a shorter type, in which a subnormal is zero: its product with
/// an infinity is no number then, and both kernels are right.
inline bool operandsAreRounded = false;

/// What is found goes to a file of its own: the kernels' files may print, too.
inline std::FILE *report = nullptr;

/// Status of a program that has not done all.
constexpr int Unfinished = 3;

constexpr double MostBytes = 1 << 28, MostProducts = 5e8;

/// Parts of complex numbers are numbers of their own.
template <typename Element>
struct PartOf {
  using Type = Element;
};
template <>
struct PartOf<float2> {
  using Type = float;
};
template <>
struct PartOf<double2> {
  using Type = double;
};

/// By how much numbers are changed, relative to themselves, and in which of several ways: what this
/// does to results bounds what roundings do.
struct Perturbation {
  double most = 0;
  unsigned seed = 0;
};

/// Numbers that depend on nothing but the seed.
class Generator {
public:
  explicit Generator(unsigned seed) : state(seed * 2654435761U + 1) {}
  unsigned next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state >> 3;
  }
  /// In [-1, 1].
  float uniform() {
    return static_cast<float>(static_cast<int>(next() % 65537) - 32768) / 32768.0F;
  }

private:
  unsigned state;
};

template <typename Number>
Number number(Data data, Generator &random) {
  if constexpr (std::is_integral_v<Number>) {
    const unsigned value = random.next();
    return static_cast<Number>(
        data == Data::Eighths ? value % 15 - (std::is_signed_v<Number> ? 7 : 0) : value);
  } else {
    constexpr int MostExponent = sizeof(Number) < 4 ? 4 : 16;
    float value = random.uniform();
    const unsigned choice = random.next() % 64;
    switch (data) {
    case Data::Eighths:
      value =
          static_cast<float>(static_cast<int>(random.next() % 8 + 1)) / 8 * (value < 0 ? -1 : 1);
      break;
    case Data::Uniform:
      break;
    case Data::Spread:
      value = std::ldexp(value,
                         static_cast<int>(random.next() % (2 * MostExponent + 1)) - MostExponent);
      break;
    case Data::Special:
      if (choice == 0)
        value = std::numeric_limits<float>::infinity() * (value < 0 ? -1.0F : 1.0F);
      else if (choice == 1)
        value = std::numeric_limits<float>::quiet_NaN();
      else if (choice < 8)
        value = value < 0 ? -0.0F : 0.0F;
      else if (choice < 12 && !operandsAreRounded)
        value = std::ldexp(value, sizeof(Number) < 4 ? -20 : -135);
      break;
    }
    return Number(value);
  }
}

template <typename Number>
double asDouble(const Number &value) {
  if constexpr (std::is_same_v<Number, double> || std::is_integral_v<Number>)
    return static_cast<double>(value);
  else
    return static_cast<double>(static_cast<float>(value));
}
inline double magnitude(float2 value) {
  return std::hypot(value.x, value.y);
}
inline double magnitude(double2 value) {
  return std::hypot(value.x, value.y);
}
template <typename Number>
double magnitude(const Number &value) {
  return std::abs(asDouble(value));
}

/// Zero instead of what is infinite or no number, and bounds nothing.
inline double finiteOrZero(double value) {
  return std::isfinite(value) ? value : 0;
}

/// An array of a kernel, on the device and as it was before the launch.
template <typename Element>
class Array {
public:
  using Part = typename PartOf<Element>::Type;
  static constexpr size_t Parts = sizeof(Element) / sizeof(Part);

  Array(size_t elements, unsigned seed, Data data, Perturbation perturbation) : start(elements) {
    Generator random(seed), change(seed + 100 * perturbation.seed);
    std::vector<Part> parts(elements * Parts);
    for (Part &part : parts) {
      part = number<Part>(data, random);
      if constexpr (!std::is_integral_v<Part>)
        if (perturbation.seed != 0)
          part = Part(static_cast<std::conditional_t<sizeof(Part) == 8, double, float>>(
              asDouble(part) * (1 + perturbation.most * change.uniform())));
    }
    std::memcpy(start.data(), parts.data(), elements * sizeof(Element));
    if (cudaMalloc(&device, elements * sizeof(Element)) != cudaSuccess)
      std::exit(Unfinished);
    cudaMemcpy(device, start.data(), elements * sizeof(Element), cudaMemcpyHostToDevice);
  }
  /// Copies what a kernel has left.
  void fetch() {
    end.resize(start.size());
    cudaMemcpy(end.data(), device, end.size() * sizeof(Element), cudaMemcpyDeviceToHost);
  }
  void write(std::FILE *file) const {
    if (std::fwrite(end.data(), sizeof(Element), end.size(), file) != end.size())
      std::exit(Unfinished);
  }
  void read(std::FILE *file) { read(file, reference); }
  /// What the other program has left of changed operands.
  void readPerturbed(std::FILE *file) { read(file, perturbed.emplace_back()); }
  size_t size() const { return start.size(); }

  Element *device = nullptr;
  std::vector<Element> start, end, reference;
  std::vector<std::vector<Element>> perturbed;

private:
  void read(std::FILE *file, std::vector<Element> &into) {
    into.resize(start.size());
    if (std::fread(into.data(), sizeof(Element), into.size(), file) != into.size())
      std::exit(Unfinished);
  }
};

/// Numbers are told from each other by their bits, but a NaN is one whatever its bits are.
template <typename Number>
bool sameBits(const Number &one, const Number &other) {
  if constexpr (!std::is_integral_v<Number>) {
    const double a = asDouble(one), b = asDouble(other);
    if (a != a && b != b)
      return true;
  }
  return std::memcmp(&one, &other, sizeof(Number)) == 0;
}

/// What is found in one array. `allowed` is how far each element may be off.
template <typename Element>
void compare(const char *name, const Array<Element> &array, const std::vector<double> &allowed) {
  using Part = typename Array<Element>::Part;
  const auto *one = reinterpret_cast<const Part *>(array.reference.data());
  const auto *other = reinterpret_cast<const Part *>(array.end.data());
  size_t rounded = 0, zeros = 0;
  double worst = 0;
  for (size_t index = 0; index < array.size() * Array<Element>::Parts; ++index) {
    if (sameBits(one[index], other[index]))
      continue;
    const double a = asDouble(one[index]), b = asDouble(other[index]);
    double most = allowed.empty() ? 0 : allowed[index / Array<Element>::Parts];
    constexpr double Safety = 16;
    for (const std::vector<Element> &changed : array.perturbed) {
      const double moved =
          std::abs(asDouble(reinterpret_cast<const Part *>(changed.data())[index]) - a);
      if (std::isfinite(moved))
        most = std::max(most, Safety * moved);
    }
    const bool isClose = std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= most;
    if (a == b) {
      ++zeros;
    } else if (isClose) {
      ++rounded;
      worst = std::max(worst, std::abs(a - b));
    } else {
      std::fprintf(report, "differs %s %zu %.9g %.9g\n", name, index / Array<Element>::Parts, a, b);
      return;
    }
  }
  if (rounded)
    std::fprintf(report, "rounded %s %zu %.3g\n", name, rounded, worst);
  else
    std::fprintf(report, "%s %s\n", zeros ? "zeros" : "bits", name);
}

/// An array that a kernel only reads.
template <typename Element>
void compareUnchanged(const char *name, const Array<Element> &array) {
  if (std::memcmp(array.start.data(), array.end.data(), array.size() * sizeof(Element)) != 0)
    std::fprintf(report, "changed %s\n", name);
}

} // namespace warpsmith_compared
