/// The 16-bit formats once more, from their definition, in arithmetic that is exact.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>

namespace warpsmith::emulator::test {

/// 113 bits of fraction: sums of products of 16-bit numbers that are not too far apart are exact.
using Quad = __float128;

template <typename Number>
struct Format;
template <>
struct Format<__half> {
  static constexpr int FractionBits = 10, SmallestExponent = -14, LargestExponent = 15;
};
template <>
struct Format<__nv_bfloat16> {
  static constexpr int FractionBits = 7, SmallestExponent = -126, LargestExponent = 127;
};

inline Quad power(int exponent) {
  return std::ldexp(1.0, exponent);
}

template <typename Number>
unsigned bitsOf(Number value) {
  return std::bit_cast<unsigned short>(value);
}
template <typename Number>
Number fromBits(unsigned bits) {
  return std::bit_cast<Number>(static_cast<unsigned short>(bits));
}
template <typename Number>
bool isNan(Number value) {
  const unsigned fraction = (1u << Format<Number>::FractionBits) - 1;
  return (bitsOf(value) & 0x7fffu) > (0x7fffu & ~fraction);
}

/// What the bits mean; infinity is the power of two after the largest number.
template <typename Number>
Quad valueOf(Number value) {
  using F = Format<Number>;
  const unsigned bits = bitsOf(value) & 0x7fff;
  const unsigned fraction = bits & ((1u << F::FractionBits) - 1),
                 exponent = bits >> F::FractionBits;
  const Quad magnitude =
      exponent == 0
          ? Quad(fraction) * power(F::SmallestExponent - F::FractionBits)
          : Quad(fraction + (1u << F::FractionBits)) *
                power(static_cast<int>(exponent) - 1 + F::SmallestExponent - F::FractionBits);
  return bitsOf(value) & 0x8000 ? -magnitude : magnitude;
}

/// The number nearest to a finite value, ties to even, by halving the interval of magnitudes.
template <typename Number>
Number nearest(Quad value, bool negativeZero = false) {
  const bool negative = value < 0 || (value == 0 && negativeZero);
  const Quad magnitude = value < 0 ? -value : value;
  // Infinity's bits stand for the power of two to which rounding overflows.
  unsigned low = 0, high = 0x7fff & ~((1u << Format<Number>::FractionBits) - 1);
  if (magnitude >= valueOf(fromBits<Number>(high)))
    low = high;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (valueOf(fromBits<Number>(middle)) <= magnitude ? low : high) = middle;
  }
  const Quad below = magnitude - valueOf(fromBits<Number>(low)),
             above = valueOf(fromBits<Number>(high)) - magnitude;
  const unsigned bits = below < above || (below == above && low % 2 == 0) ? low : high;
  return fromBits<Number>(bits | (negative ? 0x8000 : 0));
}

template <typename Number>
bool isInfinite(Number value) {
  return !isNan(value) &&
         (bitsOf(value) & 0x7fffu) == (0x7fffu & ~((1u << Format<Number>::FractionBits) - 1));
}
template <typename Number>
bool isFinite(Number value) {
  return !isNan(value) && !isInfinite(value);
}

/// Random bits; half of the time with the exponent near 1, so that operations do something.
template <typename Number>
class RandomNumbers {
public:
  explicit RandomNumbers(unsigned seed) : generator(seed) {}
  Number operator()() {
    const unsigned bits = static_cast<unsigned>(generator());
    if (bits & 0x10000)
      return fromBits<Number>(bits & 0xffff);
    const unsigned one = bitsOf(Number(1.0f)), fraction = 1u << Format<Number>::FractionBits;
    return fromBits<Number>((bits & 0x8000) | (one + bits % (8 * fraction) - 4 * fraction));
  }
  std::mt19937 generator;
};

using NarrowTypes = ::testing::Types<__half, __nv_bfloat16>;

} // namespace warpsmith::emulator::test
