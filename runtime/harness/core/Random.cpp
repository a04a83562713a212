#include "runtime/harness/core/Random.h"
#include <cmath>
#include <numbers>

namespace warpsmith::harness {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53U} * counter[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57U} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

std::uint32_t RandomSequence::bits(std::uint64_t index) const {
  const std::uint64_t block = index / 4;
  return philox(
      {static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), stream, 0},
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)})[index % 4];
}

double RandomSequence::uniform(std::uint64_t index) const {
  const auto odd = static_cast<std::int32_t>(2 * (bits(index) >> 8) + 1);
  return (odd - (1 << 24)) * 0x1p-24;
}

double RandomSequence::normal(std::uint64_t index) const {
  // Two elements share one pair of uniforms: its radius, and the cosine or the sine of its angle.
  const std::uint64_t pair = index & ~std::uint64_t{1};
  const double radius = std::sqrt(-2 * std::log((static_cast<double>(bits(pair)) + 0.5) * 0x1p-32));
  const double angle = 2 * std::numbers::pi * bits(pair + 1) * 0x1p-32;
  return radius * (index % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

int RandomSequence::integer(std::uint64_t index, int limit) const {
  const std::uint64_t choices = 2 * static_cast<std::uint64_t>(limit);
  const int choice = static_cast<int>((bits(index) * choices) >> 32) - limit;
  return choice < 0 ? choice : choice + 1;
}

} // namespace warpsmith::harness
