#include "runtime/harness/core/ElementType.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace warpsmith::harness {
namespace {

/// Arm, Intel and NVIDIA, "FP8 formats for deep learning" (arXiv 2209.05433).
struct Fp8Format {
  int fraction, bias;
  unsigned largest; ///< the bits of the largest number
};
Fp8Format fp8Format(ElementType type) {
  const FloatFormat &format = rowOf(type).format;
  const int fraction = format.significandBits - 1;
  const int bias = 1 - fraction - std::ilogb(format.smallest);
  const int exponent = std::ilogb(format.largest);
  const auto steps = static_cast<unsigned>(std::ldexp(format.largest, fraction - exponent));
  return {fraction, bias, (static_cast<unsigned>(exponent + bias - 1) << fraction) + steps};
}

/// The nearest whole number that the type has; 0 for NaN.
template <typename Integer>
void storeInteger(void *array, std::size_t index, double value) {
  constexpr auto Lowest = static_cast<double>(std::numeric_limits<Integer>::lowest());
  constexpr auto Largest = static_cast<double>(std::numeric_limits<Integer>::max());
  const double whole = std::isnan(value) ? 0 : std::clamp(std::nearbyint(value), Lowest, Largest);
  static_cast<Integer *>(array)[index] = static_cast<Integer>(whole);
}

} // namespace

unsigned short toHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  if (magnitude > 0x7f800000U)
    return static_cast<unsigned short>(sign | 0x7e00U);
  if (magnitude >= 0x477ff000U) // 65520 and above round to infinity
    return static_cast<unsigned short>(sign | 0x7c00U);
  if (magnitude < 0x38800000U) { // below 2^-14: a subnormal, a multiple of 2^-24
    const float scaled = std::bit_cast<float>(magnitude) * 0x1p24F;
    return static_cast<unsigned short>(sign | static_cast<std::uint32_t>(std::nearbyint(scaled)));
  }
  const std::uint32_t odd = (magnitude >> 13) & 1U;
  return static_cast<unsigned short>(sign | ((magnitude - 0x38000000U + 0xfffU + odd) >> 13));
}

float fromHalf(unsigned short bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fU;
  const std::uint32_t fraction = bits & 0x3ffU;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign ? -magnitude : magnitude;
  }
  const std::uint32_t widened = exponent == 0x1fU ? 0xffU : exponent + 112U;
  return std::bit_cast<float>(sign | (widened << 23) | (fraction << 13));
}

unsigned short toBFloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffU) > 0x7f800000U)
    return static_cast<unsigned short>((bits >> 16) | 0x40U);
  const std::uint32_t odd = (bits >> 16) & 1U;
  return static_cast<unsigned short>((bits + 0x7fffU + odd) >> 16);
}

float fromBFloat16(unsigned short bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

unsigned char toFp8(ElementType type, float value) {
  if (std::isnan(value))
    return 0x7f;
  const Fp8Format format = fp8Format(type);
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  const float magnitude = std::fabs(value);
  if (!(magnitude < largestFinite(type)))
    return static_cast<unsigned char>(sign | format.largest);
  const int exponent =
      std::max(magnitude == 0 ? 1 - format.bias : std::ilogb(magnitude), 1 - format.bias);
  // A mantissa that becomes a power of two carries into the exponent.
  const auto steps =
      static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, format.fraction - exponent)));
  const auto biased = static_cast<unsigned>(exponent + format.bias - 1);
  return static_cast<unsigned char>(sign | ((biased << format.fraction) + steps));
}

float fromFp8(ElementType type, unsigned char bits) {
  const Fp8Format format = fp8Format(type);
  const unsigned magnitude = bits & 0x7fU;
  float value = 0;
  if (magnitude > format.largest) {
    const bool isInfinity = type == ElementType::E5M2 && magnitude == 0x7c;
    value = isInfinity ? std::numeric_limits<float>::infinity()
                       : std::numeric_limits<float>::quiet_NaN();
  } else {
    const auto biased = static_cast<int>(magnitude >> format.fraction);
    const auto fraction = static_cast<int>(magnitude & ((1U << format.fraction) - 1));
    value = std::ldexp(static_cast<float>(fraction + (biased > 0 ? 1 << format.fraction : 0)),
                       std::max(biased, 1) - format.bias - format.fraction);
  }
  return (bits & 0x80U) != 0 ? -value : value;
}

double loadElement(ElementType type, const void *array, std::size_t index) {
  return withLoader(type, array, [index](auto load) { return load(index); });
}

void storeElement(ElementType type, void *array, std::size_t index, double value) {
  switch (type) {
  case ElementType::F32:
    static_cast<float *>(array)[index] = static_cast<float>(value);
    return;
  case ElementType::F64:
    static_cast<double *>(array)[index] = value;
    return;
  case ElementType::F16:
    static_cast<unsigned short *>(array)[index] = toHalf(static_cast<float>(value));
    return;
  case ElementType::BF16:
    static_cast<unsigned short *>(array)[index] = toBFloat16(static_cast<float>(value));
    return;
  case ElementType::E4M3:
  case ElementType::E5M2:
    static_cast<unsigned char *>(array)[index] = toFp8(type, static_cast<float>(value));
    return;
  default:
    withInteger(type, [&](auto zero) { storeInteger<decltype(zero)>(array, index, value); });
  }
}

} // namespace warpsmith::harness
