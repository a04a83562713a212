/// The 16-bit formats: widening to float, which is exact, and narrowing, which rounds once.
#pragma once

#include "warpsmith_emulator/bit_casts.h"
#include "warpsmith_emulator/qualifiers.h"

namespace warpsmith::emulator {

/// IEEE binary16: 1 + 5 + 10 bits.
struct HalfFormat {
  WARPSMITH_INLINE static float widen(unsigned short bits) {
    return static_cast<float>(bitCast<_Float16>(bits));
  }
  /// To nearest, ties to even; every NaN becomes 0x7fff (PTX ISA, cvt.rn.f16.f32).
  WARPSMITH_INLINE static unsigned short narrow(float value) {
    return value != value ? static_cast<unsigned short>(0x7fff)
                          : bitCast<unsigned short>(static_cast<_Float16>(value));
  }
  static constexpr unsigned short Infinity = 0x7c00;
};

/// bfloat16: 1 + 8 + 7 bits, the upper half of a float.
struct Bfloat16Format {
  WARPSMITH_INLINE static float widen(unsigned short bits) {
    return bitCast<float>(static_cast<unsigned int>(bits) << 16);
  }
  WARPSMITH_INLINE static unsigned short narrow(float value) {
    if (value != value)
      return 0x7fff;
    const unsigned int bits = bitCast<unsigned int>(value);
    return static_cast<unsigned short>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
  }
  static constexpr unsigned short Infinity = 0x7f80;
};

enum class Rounding { Nearest, TowardZero, Up, Down };

/// `value` as a float rounded to odd: cut off, and the last bit set if anything was. Rounding that
/// to a format with at least two bits fewer gives what rounding `value` directly would.
WARPSMITH_DEVICE float roundToOdd(double value) {
  const float nearest = static_cast<float>(value);
  if (value != value || static_cast<double>(nearest) == value)
    return nearest;
  unsigned int bits = bitCast<unsigned int>(nearest);
  if (__builtin_fabs(static_cast<double>(nearest)) > __builtin_fabs(value))
    --bits;
  return bitCast<float>(bits | 1);
}

/// product + addend rounded to odd in double; the product is exact.
WARPSMITH_DEVICE double addToOdd(double product, double addend) {
#pragma clang fp contract(off)
  const double sum = product + addend;
  if (!(__builtin_fabs(sum) < __builtin_inf()))
    return sum;
  // Knuth's TwoSum: product + addend == sum + error, exactly.
  const double fromAddend = sum - product, fromProduct = sum - fromAddend;
  const double error = (product - fromProduct) + (addend - fromAddend);
  unsigned long long bits = bitCast<unsigned long long>(sum);
  if (error == 0.0 || (bits & 1) != 0)
    return sum;
  bits += (error > 0.0) == (sum > 0.0) ? 1 : -1ull;
  return bitCast<double>(bits);
}

/// Narrows with one rounding in the given direction.
template <typename Format>
WARPSMITH_DEVICE unsigned short narrowDouble(double value, Rounding rounding = Rounding::Nearest) {
  const unsigned short nearest = Format::narrow(roundToOdd(value));
  const double back = Format::widen(nearest);
  if (rounding == Rounding::Nearest || back == value || value != value)
    return nearest;
  const bool tooLarge = back > value;
  const bool toBeLowered =
      rounding == Rounding::Down || (rounding == Rounding::TowardZero && value > 0);
  if (tooLarge != toBeLowered)
    return nearest;
  // One step towards zero or away from it: magnitudes are in the order of their bits.
  const bool negative = (nearest & 0x8000) != 0;
  return static_cast<unsigned short>(tooLarge != negative ? nearest - 1 : nearest + 1);
}

/// An integer as a double rounded to odd.
WARPSMITH_DEVICE double integerToOdd(unsigned long long value) {
  if (value >> 53)
    value = (value & ~0x7ffull) | ((value & 0x7ff) != 0 ? 0x800 : 0);
  return static_cast<double>(value);
}
WARPSMITH_DEVICE double integerToOdd(long long value) {
  return value < 0 ? -integerToOdd(0 - static_cast<unsigned long long>(value))
                   : integerToOdd(static_cast<unsigned long long>(value));
}

} // namespace warpsmith::emulator
