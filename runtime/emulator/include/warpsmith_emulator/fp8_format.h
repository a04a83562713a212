/// The 8-bit floating-point formats: widening to float, which is exact, and narrowing, which rounds
/// once.
#pragma once

#include "warpsmith_emulator/narrow_float.h"

namespace warpsmith::emulator {

/// 1 + Exponent + Fraction bits. What is larger than Largest becomes Largest, or with `saturates`
/// false Overflow; every NaN becomes 0x7f (PTX ISA, cvt.rn.satfinite.e4m3x2.f32).
template <int Fraction, int Bias, unsigned char Largest, unsigned char Overflow>
struct Fp8Format {
  WARPSMITH_DEVICE static float widen(unsigned char bits) {
    const int biased = (bits & 0x7f) >> Fraction, fraction = bits & ((1 << Fraction) - 1);
    if ((bits & 0x7f) > Largest) // infinity, where there is one, or NaN
      return (bits & 0x7f) == Overflow && Overflow != 0x7f
                 ? __builtin_copysignf(__builtin_inff(), bits & 0x80 ? -1.0f : 1.0f)
                 : bitCast<float>(0x7fffffffu);
    const int exponent = (biased ? biased : 1) - Bias - Fraction;
    const int significand = fraction | (biased ? 1 << Fraction : 0);
    const float scale = bitCast<float>(static_cast<unsigned>(exponent + 127) << 23);
    const float magnitude = static_cast<float>(significand) * scale;
    return bits & 0x80 ? -magnitude : magnitude;
  }
  /// To nearest, ties to even.
  WARPSMITH_DEVICE static unsigned char narrow(float value, bool saturates = true) {
    if (value != value)
      return 0x7f;
    const unsigned bits = bitCast<unsigned>(value), sign = bits >> 24 & 0x80;
    const float magnitude = __builtin_fabsf(value);
    unsigned result = 0xff; // more than any
    if (magnitude < 65536.0f * 16) {
      const int biased = static_cast<int>(bits >> 23 & 0xff) - 127;
      const int exponent = biased > 1 - Bias ? biased : 1 - Bias;
      const float steps =
          magnitude * bitCast<float>(static_cast<unsigned>(Fraction - exponent + 127) << 23);
      result = (static_cast<unsigned>(exponent + Bias - 1) << Fraction) +
               static_cast<unsigned>(__builtin_rintf(steps));
    }
    if (result > Largest)
      result = saturates ? Largest : Overflow;
    return static_cast<unsigned char>(sign | result);
  }
};

using E4m3Format = Fp8Format<3, 7, 0x7e, 0x7f>;
using E5m2Format = Fp8Format<2, 15, 0x7b, 0x7c>;

} // namespace warpsmith::emulator
