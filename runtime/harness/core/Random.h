// Random numbers that depend on (seed, stream, index) alone, so that an array can be filled in any
// order, on any number of threads, and comes out the same everywhere.
#pragma once

#include <array>
#include <cstdint>

namespace warpsmith::harness {

/// Philox4x32 with ten rounds: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random
/// numbers: as easy as 1, 2, 3", SC'11. Tested against the authors' known answers.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// One random sequence; `stream` tells the arrays of one problem apart.
class RandomSequence {
public:
  RandomSequence(std::uint64_t seed, std::uint32_t stream) : seed(seed), stream(stream) {}

  /// 32 random bits.
  std::uint32_t bits(std::uint64_t index) const;
  /// Uniform on (-1, 1): an odd multiple of 2^-24, hence exact in float and never zero.
  double uniform(std::uint64_t index) const;
  /// Standard normal, by Box and Muller's transform.
  double normal(std::uint64_t index) const;
  /// A whole number from -limit to limit, never zero.
  int integer(std::uint64_t index, int limit) const;

private:
  std::uint64_t seed;
  std::uint32_t stream;
};

} // namespace warpsmith::harness
