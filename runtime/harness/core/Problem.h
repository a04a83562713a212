// One benchmark at one size with its inputs.
#pragma once

#include "runtime/harness/core/Benchmark.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace warpsmith::harness {

/// An array on the host, row-major.
struct HostArray {
  ElementType type = ElementType::F32;
  std::vector<std::size_t> extents;
  std::unique_ptr<std::byte[]> bytes;

  HostArray() = default;
  HostArray(ElementType type, std::vector<std::size_t> extents);
  HostArray clone() const;
  std::size_t elements() const;
  std::size_t size() const { return elements() * sizeOf(type); } // in bytes
};

/// Random: uniform on (-1, 1), non-symmetric: shows transposed, swapped and dropped terms.
/// Normal: standard normal. Integer: -3..3 without 0; every product and sum is exact in every
/// contract, so results must be equal. Classic: PolyBench's formulas (rank 1 and smooth).
enum class InputKind { Random, Normal, Integer, Classic };

/// The value of --inputs: random, normal, integer, polybench.
std::string_view spelling(InputKind kind);
std::optional<InputKind> parseInputKind(std::string_view text);

struct Problem {
  const Benchmark *benchmark = nullptr;
  ElementType type = ElementType::F32;
  Sizes sizes;
  InputKind inputs = InputKind::Random;
  std::vector<double> scalars;   // already rounded to the benchmark's SCALAR
  std::vector<HostArray> arrays; // initial contents of every buffer, in the descriptor's order
};

/// Draws the inputs; the same seed gives the same bits on every machine. Contents of Output and
/// Intermediate buffers are NaN.
Problem makeProblem(const Benchmark &benchmark, ElementType type, const Sizes &sizes,
                    InputKind inputs, std::uint64_t seed);

/// Rounds to the scalar type of a benchmark built for `type`, as its .cu does.
double roundScalar(ElementType type, double value);
/// In its own type, else that of sums of `data`.
double roundScalar(const ScalarDescription &scalar, ElementType data, double value);

} // namespace warpsmith::harness
